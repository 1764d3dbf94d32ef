import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import {
  type IncidentReport,
  IncidentReportService,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import type { IncidentFiling } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type Obligation,
  ObligationService,
  ObligationState,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { useList } from '../../api/list.ts'
import { Action } from '../../components/forms/action.tsx'
import type { Field } from '../../components/forms/input.tsx'
import { timestamp } from '../../components/forms/timestamp.ts'
import { toField, typedInstant } from '../../components/instant.ts'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card, Code } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { capital, readable } from '../../components/words.ts'
import { originalOf } from './duplicate-notice.tsx'
import { DraftReport } from './incident-reports.tsx'
import { due, idOf, left, state } from './obligation-columns.tsx'
import { reportOf } from './report-of.ts'

/** What has to be reported of an incident, when, and what each deadline runs from. */
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
                : 'What is due is shown at the incident that this one is a duplicate of.'}
            </Empty>
          ) : (
            <Table
              caption="Reporting obligations"
              columns={COLUMNS}
              rows={obligations}
              id={idOf}
              actions={(row) => (
                <>
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

/** Records a filing; or one that corrects another. */
function RecordFiling({
  incident,
  report,
  corrects,
}: {
  incident: Incident
  report: Pick<Obligation, 'regime' | 'step' | 'recipient'>
  corrects?: IncidentFiling
}): ReactNode {
  const { id } = incident
  const { regime, step, recipient } = report
  const drafts = useList(IncidentReportService.method.listIncidentReports, { id }, ({ reports }) => reports)
  const sent = drafts.rows.filter((draft) => draft.regime === regime && draft.step === step)
  const name = reportOf(report)
  return (
    <Action
      method={ObligationService.method.fileIncidentReport}
      label={corrects === undefined ? 'Record filing' : 'Correct'}
      title={corrects === undefined ? `Record filing: ${name}` : `Correct filing: ${name}`}
      about={
        corrects === undefined
          ? `Records that the report about “${incident.title}” was filed. A wrong filing is corrected by another one.`
          : 'Another filing is recorded, which refers to this one. Both stay.'
      }
      fields={filingFields(recipient, sent, corrects)}
      request={(values) => ({
        id,
        regime,
        step,
        corrects: corrects?.id ?? '',
        reportId: values.text('reportId'),
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

function filingFields(
  recipient: string,
  sent: readonly IncidentReport[],
  corrects: IncidentFiling | undefined,
): Field[] {
  return [
    {
      name: 'submittedAt',
      label: 'Submitted',
      kind: 'datetime-local',
      required: true,
      value: toField(corrects?.submittedAt ?? new Date()),
    },
    { name: 'recipient', label: 'To', required: true, value: recipient },
    { name: 'reference', label: 'Reference of the authority', value: corrects?.reference },
    ...(sent.length === 0
      ? []
      : [
          {
            name: 'reportId',
            label: 'Report that was sent',
            kind: 'select' as const,
            options: [
              ['', 'none of the drafts'] as const,
              ...sent.map((draft) => [draft.id, `Draft, version ${draft.version}`] as const),
            ],
            hint: 'Its PDF becomes an attachment, which the filing names.',
          },
        ]),
    {
      name: 'documentSha256',
      label: 'SHA-256 of the document',
      hint: 'Hex. Empty for none, or for that of the report.',
    },
    { name: 'note', label: 'Note', kind: 'textarea', rows: 2 },
  ]
}

/** The reports that were made. */
export function Filings({ incident }: { incident: Incident }): ReactNode {
  const query = useQuery(ObligationService.method.listIncidentFilings, { id: incident.id })
  return (
    <Loaded query={query}>
      {({ filings }) =>
        filings.length === 0 ? null : (
          <Card title="Filings" flush>
            <Table
              caption="Filings"
              columns={FILINGS}
              rows={filings}
              id={({ id }) => id}
              actions={(row) =>
                row.corrects === '' && <RecordFiling incident={incident} report={row} corrects={row} />
              }
            />
          </Card>
        )
      }
    </Loaded>
  )
}

const FILINGS: Column<IncidentFiling>[] = [
  { label: 'Report', cell: reportOf },
  {
    label: 'Submitted',
    cell: ({ submittedAt, filedBy }) => (
      <>
        <Exact at={submittedAt} />
        <span className="muted"> · {filedBy}</span>
      </>
    ),
  },
  { label: 'To', cell: ({ recipient }) => recipient },
  { label: 'Reference', cell: ({ reference }) => reference },
  { label: 'Document', kind: 'code', cell: ({ documentSha256 }) => <Code value={documentSha256} /> },
  {
    label: 'Note',
    kind: 'long',
    cell: ({ note, corrects }) => (
      <>
        {corrects !== '' && <span className="muted">corrects an earlier one </span>}
        {note}
      </>
    ),
  },
]
