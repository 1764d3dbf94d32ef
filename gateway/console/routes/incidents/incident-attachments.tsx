import { callUnaryMethod } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import type { IncidentAttachment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { useList } from '../../api/list.ts'
import { transport } from '../../api/transport.ts'
import { DownloadButton, type DownloadedFile } from '../../components/downloads/download-button.tsx'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, Code } from '../../components/page.tsx'
import { Exact } from '../../components/time.tsx'

/** The files of an incident. */
export function Attachments({ incidentId }: { incidentId: string }): ReactNode {
  const list = useList(
    IncidentWorkService.method.listIncidentAttachments,
    { id: incidentId },
    ({ attachments }) => attachments,
  )
  if (list.error === null && list.rows.length === 0) return null
  return (
    <Card title="Attachments" about="As they were attached. Evidence packages contain them too." flush>
      <ListTable
        list={list}
        caption="Attachments"
        columns={COLUMNS}
        id={({ id }) => id}
        actions={(row) => (
          <DownloadButton label="Download" title={`Download ${row.name}`} fetch={() => contentOf(row)} />
        )}
        empty={null}
      />
    </Card>
  )
}

/** Returns the bytes of a file. The browser ignores the media type that their sender named: it saves them. */
async function contentOf({ id, incidentId, name, sha256 }: IncidentAttachment): Promise<DownloadedFile> {
  const asked = { id: incidentId, attachmentId: id }
  const { content } = await callUnaryMethod(
    transport,
    IncidentWorkService.method.getIncidentAttachment,
    asked,
  )
  return { name, mediaType: 'application/octet-stream', content, sha256 }
}

const COLUMNS: Column<IncidentAttachment>[] = [
  { label: 'File', cell: ({ name }) => <>{name}</> },
  { label: 'Bytes', kind: 'number', cell: ({ bytes }) => <>{bytes.toLocaleString()}</> },
  { label: 'By', cell: ({ attachedBy }) => <>{attachedBy}</> },
  { label: 'Attached', cell: ({ createdAt }) => <Exact at={createdAt} /> },
  { label: 'SHA-256', kind: 'code', cell: ({ sha256 }) => <Code value={sha256} /> },
  { label: 'Note', kind: 'long', cell: ({ note }) => <>{note}</> },
]
