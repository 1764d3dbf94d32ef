import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import type { IncidentFiling } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Obligation,
  ObligationService,
  ObligationState,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { Act } from '../parts/act.tsx'
import { toField, typedInstant } from '../parts/instant.ts'
import { Card, Code } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Exact } from '../parts/time.tsx'
import { timestamp } from '../parts/typed-time.ts'
import { readable } from '../parts/words.ts'
import { DraftReport } from './incident-reports.tsx'
import { due, idOf, left, reportOf, state } from './obligation-columns.tsx'

/** What has to be reported of an incident, when, and what each limit runs from. */
export function Obligations({ incident }: { incident: Incident }): ReactNode {
  const query = useQuery(ObligationService.method.listIncidentObligations, { id: incident.id })
  return (
    <Card title="Reporting obligations" about="Limits are the latest time. No legal advice." flush>
      <Loaded query={query}>
        {({ obligations }) =>
          obligations.length === 0 ? (
            <Empty title="Nothing has to be reported.">Assess the incident if a law applies to it.</Empty>
          ) : (
            <Table
              caption="Reporting obligations"
              columns={COLUMNS}
              rows={obligations}
              id={idOf}
              actions={(row) => (
                <>
                  <DraftReport incident={incident} obligation={row} />
                  <RecordFiling incident={incident} obligation={row} />
                </>
              )}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

const COLUMNS: Column<Obligation>[] = [
  { label: 'Report', cell: reportOf },
  left,
  state,
  due,
  { label: 'To', cell: ({ recipient }) => recipient },
  {
    label: 'Runs from',
    kind: 'long',
    cell: ({ runsFrom, standsIn, article, remark }) => (
      <>
        {readable(runsFrom)}
        {standsIn !== '' && ` (not known; ${readable(standsIn)} stands in)`}
        {article !== '' && <span className="muted"> {article}</span>}
        {remark !== '' && <span className="muted"> {remark}</span>}
      </>
    ),
  },
]

function RecordFiling({ incident, obligation }: { incident: Incident; obligation: Obligation }): ReactNode {
  const { regime, step, recipient } = obligation
  if (obligation.state === ObligationState.NOT_REQUIRED) return null
  return (
    <Act
      method={ObligationService.method.fileIncidentReport}
      label="Record filing"
      title={`Record filing: ${reportOf(obligation)}`}
      about={`That the report about “${incident.title}” was made. A wrong one is corrected by a further one.`}
      fields={[
        {
          name: 'submittedAt',
          label: 'Submitted',
          kind: 'datetime-local',
          required: true,
          value: toField(new Date()),
        },
        { name: 'recipient', label: 'To', required: true, value: recipient },
        { name: 'reference', label: 'Reference of the authority' },
        { name: 'documentSha256', label: 'SHA-256 of the document', hint: 'Hex. Empty for none.' },
        { name: 'note', label: 'Note', kind: 'textarea', rows: 2 },
      ]}
      request={(values) => ({
        id: incident.id,
        regime,
        step,
        submittedAt: timestamp(typedInstant(values.text('submittedAt'))),
        recipient: values.text('recipient'),
        reference: values.text('reference'),
        documentSha256: values.text('documentSha256'),
        note: values.text('note'),
      })}
      done="The filing is recorded."
    />
  )
}

/** The reports that were made. */
export function Filings({ incident }: { incident: Incident }): ReactNode {
  const query = useQuery(ObligationService.method.listIncidentFilings, { id: incident.id })
  return (
    <Loaded query={query}>
      {({ filings }) =>
        filings.length === 0 ? null : (
          <Card title="Filings" flush>
            <Table caption="Filings" columns={FILINGS} rows={filings} id={({ id }) => id} />
          </Card>
        )
      }
    </Loaded>
  )
}

const FILINGS: Column<IncidentFiling>[] = [
  { label: 'Report', cell: reportOf },
  { label: 'Submitted', cell: ({ submittedAt }) => <Exact at={submittedAt} /> },
  { label: 'To', cell: ({ recipient }) => recipient },
  { label: 'Reference', cell: ({ reference }) => reference },
  { label: 'By', cell: ({ filedBy }) => filedBy },
  { label: 'Document', kind: 'code', cell: ({ documentSha256 }) => <Code value={documentSha256} /> },
  { label: 'Note', kind: 'long', cell: ({ note }) => note },
]
