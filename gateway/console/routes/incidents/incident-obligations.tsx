import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Obligation,
  ObligationService,
  ObligationState,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { capital, readable } from '../../language/words.ts'
import { originalOf } from './duplicate-notice.tsx'
import { RecordFiling } from './incident-filings.tsx'
import { DraftReport, LatestDraft } from './incident-reports.tsx'
import { due, idOf, left, state } from './obligation-columns.tsx'
import { reportOf } from './report-of.ts'

/** The obligations of an incident: the reports, their deadlines, and the event from which each deadline runs. */
export function Obligations({ incident }: { incident: Incident }): ReactNode {
  const query = useQuery(ObligationService.method.listIncidentObligations, { id: incident.id })
  return (
    <Card
      title="Reporting obligations"
      about={
        query.data?.obligations.some(({ provisional }) => provisional)
          ? `${LATEST} Provisional: by its severity and regulation, until somebody assesses the incident.`
          : LATEST
      }
      flush
    >
      <Loaded query={query}>
        {({ obligations }) =>
          obligations.length === 0 ? (
            <Empty title="Nothing has to be reported.">
              {originalOf(incident) === undefined
                ? 'Assess the incident if a law applies to it.'
                : 'The due reports are shown with the incident that this one duplicates.'}
            </Empty>
          ) : (
            <Table
              caption="Reporting obligations"
              columns={COLUMNS}
              rows={obligations}
              id={idOf}
              actions={(row) => (
                <>
                  <LatestDraft obligation={row} />
                  <DraftReport incident={incident} obligation={row} />
                  {row.state !== ObligationState.NOT_REQUIRED && (
                    <RecordFiling incident={incident} report={row} />
                  )}
                </>
              )}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

const LATEST = 'Deadlines are the latest possible time. This is no legal advice.'

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
        {capital(readable(runsFrom))}
        {standsIn !== '' && ` (not known; ${readable(standsIn)} is used instead)`}
        {article !== '' && <span className="muted"> · {article}</span>}
        {remark !== '' && <span className="muted"> · {remark}</span>}
      </>
    ),
  },
]
