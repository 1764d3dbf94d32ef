import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  AbortReasonSchema,
  EvidenceService,
  type Export,
} from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { useList } from '../api/list.ts'
import { useMay, useSession } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { ExportPackage } from '../components/downloads/export-package.tsx'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card, Code, PageHead } from '../components/page.tsx'
import { Empty } from '../components/states.tsx'
import { Exact } from '../components/time.tsx'
import { exact } from '../language/instant.ts'
import { readable, wordOf } from '../language/words.ts'

/** Evidence packages: a new one, and those that were made. */
export function Page(): ReactNode {
  const may = useMay()
  const list = useList(EvidenceService.method.listExports, {}, ({ exports }) => exports)
  return (
    <>
      <PageHead
        title="Evidence packages"
        about="A signed package with everything from a period. Anyone can verify it offline, without this installation."
      />
      {may(EvidenceService.method.exportEvidence) && (
        <div className="halves">
          <Card title="New package">
            <ExportPackage />
          </Card>
          <Card title="Verify a package">
            <Verifying />
          </Card>
        </div>
      )}
      <Card title="Packages made so far" flush>
        <ListTable
          list={list}
          caption="Packages"
          columns={COLUMNS}
          id={({ id }) => id}
          empty={<Empty title="No packages yet.">The first one shows up here when it is made.</Empty>}
        />
      </Card>
    </>
  )
}

/** Explains how a package is verified, and shows the verifier's hash. */
function Verifying(): ReactNode {
  const { organizationId } = useSession()
  const verifier = useQuery({
    queryKey: ['verifier'],
    queryFn: async () =>
      (await (await fetch('/.well-known/attestry/verifier.json')).json()) as { sha256: string },
  })
  return (
    <>
      <p>
        <a href="/console/verify.html" target="_blank" rel="noopener">
          Verify a package in the browser
        </a>{' '}
        ·{' '}
        <a href="/console/verify.html" download="attestry-verify.html">
          Save that page for an auditor
        </a>
        . It reads the package on this computer and opens no connection.
      </p>
      <p className="muted">
        Or verify it with the tool inside:{' '}
        <code>node verify.mjs --require-trust --pin KEY_ID --org ID package.zip</code>. KEY_ID is the id of
        the active <a href="#/signing-keys">signing key</a>, ID that of this organization. Give both to the
        auditor by another channel than the package.
      </p>
      <p className="muted">
        Id of the organization: <Code value={organizationId} />
      </p>
      {verifier.data !== undefined && (
        <p className="muted">
          SHA-256 of verify.mjs: <Code value={verifier.data.sha256} />
        </p>
      )}
    </>
  )
}

const COLUMNS: Column<Export>[] = [
  { label: 'Kind', cell: ({ type }) => <>{type === 'evidence' ? 'evidence' : 'incident support'}</> },
  {
    label: 'Status',
    cell: ({ status, reason }) => (
      <>
        <Badge word={status} /> {readable(wordOf(AbortReasonSchema, reason))}
      </>
    ),
  },
  { label: 'Period', cell: (row) => <>{periodOf(row)}</> },
  { label: 'Entries', kind: 'number', cell: ({ entries }) => <>{Number(entries).toLocaleString()}</> },
  { label: 'Size', kind: 'number', cell: ({ bytes }) => <>{bytes === 0n ? '' : sizeOf(Number(bytes))}</> },
  { label: 'Asked for by', cell: ({ requestedBy }) => <>{readable(requestedBy)}</> },
  { label: 'Checkpoint signed', cell: ({ signedAt }) => <Exact at={signedAt} /> },
  { label: 'SHA-256 of the file', kind: 'code', cell: ({ sha256 }) => <Code value={sha256} /> },
]

function periodOf({ from, to, incidentId }: Export): string {
  if (incidentId !== '') return 'one incident'
  if (from === undefined && to === undefined) return 'everything'
  return `${from === undefined ? 'the beginning' : exact(from)} to ${to === undefined ? 'the end' : exact(to)}`
}

export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024).toLocaleString()} KiB`
  return `${(bytes / 1024 / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })} MiB`
}
