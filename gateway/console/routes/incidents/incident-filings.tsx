import { timestampMs } from '@bufbuild/protobuf/wkt'
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
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { useList } from '../../api/list.ts'
import { Action } from '../../components/forms/action.tsx'
import type { Field } from '../../components/forms/field.ts'
import { beginningAt, thisMinute } from '../../components/forms/timestamp.ts'
import type { Values } from '../../components/forms/values.ts'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card, Code } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { exact } from '../../language/instant.ts'
import { reportOf } from './report-of.ts'

/** A filing to be corrected: the first one, which a correction names, and the one that counts now. */
type Corrected = { first: IncidentFiling; counts: IncidentFiling }

/** Records a filing; or one that corrects another. */
export function RecordFiling({
  incident,
  report,
  corrects,
}: {
  incident: Incident
  report: Pick<Obligation, 'regime' | 'step' | 'recipient'>
  corrects?: Corrected
}): ReactNode {
  const { id } = incident
  const { regime, step, recipient } = report
  const read = useQuery(ObligationService.method.listIncidentFilings, { id }).data?.filings
  const earlier = read?.filter((one) => one.regime === regime && one.step === step)
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
      content={corrects === undefined && <Earlier filings={earlier ?? []} />}
      fields={filingFields(recipient, sent, corrects?.counts)}
      version={earlier?.length}
      request={(values, expectedFilings) => ({
        id,
        regime,
        step,
        ...(read === undefined ? {} : { expectedFilings }),
        corrects: corrects?.first.id ?? '',
        submittedAt: values.instant('submittedAt'),
        recipient: values.text('recipient'),
        reference: values.text('reference'),
        ...documentOf(values, sent, corrects?.counts),
        note: values.text('note'),
      })}
      done="The filing is recorded."
    />
  )
}

/** Says which filings of the report are recorded, so that nobody records one twice. */
function Earlier({ filings }: { filings: readonly IncidentFiling[] }): ReactNode {
  const last = filings.at(-1)
  if (last === undefined) return null
  return (
    <p>
      <strong>Recorded already:</strong> submitted {exact(last.submittedAt!)} to <bdi>{last.recipient}</bdi>,
      recorded by <bdi>{last.filedBy}</bdi>. Correct that one, unless this is a further report.
    </p>
  )
}

/**
 * Returns the document that was sent. For a draft it is the version that the form shows, even if the draft was edited since. A
 * correction that names no document keeps the one that counts, with its attachment.
 */
function documentOf(values: Values, sent: readonly IncidentReport[], counts: IncidentFiling | undefined) {
  const reportId = values.text('reportId')
  const report = { reportId, reportVersion: sent.find((one) => one.id === reportId)?.version ?? 0 }
  const documentSha256 = values.text('documentSha256')
  if (counts === undefined || documentSha256 !== counts.documentSha256) return { ...report, documentSha256 }
  return reportId === '' ? { documentSha256, attachmentId: counts.attachmentId } : report
}

function filingFields(
  recipient: string,
  sent: readonly IncidentReport[],
  counts: IncidentFiling | undefined,
): Field[] {
  return [
    {
      name: 'submittedAt',
      label: 'Submitted',
      kind: 'datetime-local',
      required: true,
      ...beginningAt(counts?.submittedAt ?? thisMinute()),
    },
    { name: 'recipient', label: 'To', required: true, value: counts?.recipient ?? recipient },
    { name: 'reference', label: 'Reference of the authority', value: counts?.reference },
    ...(sent.length === 0
      ? []
      : [
          {
            name: 'reportId',
            label: 'Report that was sent',
            kind: 'select' as const,
            value: counts === undefined ? lastEdited(sent).id : '',
            options: [
              [
                '',
                counts === undefined ? 'another document, or none' : 'as it was, or another document',
              ] as const,
              ...sent.map(
                (draft) =>
                  [draft.id, `Draft, version ${draft.version}, edited ${exact(draft.editedAt!)}`] as const,
              ),
            ],
            hint: 'Its PDF becomes an attachment, which the filing names.',
          },
        ]),
    {
      name: 'documentSha256',
      label: 'SHA-256 of the document',
      value: counts?.documentSha256,
      hint: 'Hex. Empty for none.',
      // If a draft is named, it is the document.
      ...(sent.length === 0 ? {} : { when: { reportId: [''] } }),
    },
    {
      name: 'note',
      label: 'Note',
      kind: 'textarea',
      rows: 2,
      hint: 'Required if, by this filing, a report is no longer late, is due later, or was submitted before the incident was known: why.',
    },
  ]
}

/** Returns the draft that was edited last: it is the one most likely to have been sent. */
export const lastEdited = (drafts: readonly IncidentReport[]): IncidentReport =>
  drafts.reduce((last, one) => (editedMs(one) >= editedMs(last) ? one : last))

const editedMs = ({ editedAt }: IncidentReport): number =>
  editedAt === undefined ? 0 : timestampMs(editedAt)

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
              columns={columns(filings)}
              rows={filings}
              id={({ id }) => id}
              actions={(row) =>
                row.corrects === '' && (
                  <RecordFiling
                    incident={incident}
                    report={row}
                    corrects={{ first: row, counts: countsOf(row, filings) }}
                  />
                )
              }
            />
          </Card>
        )
      }
    </Loaded>
  )
}

/** Returns the filing that counts among a first one and its corrections: the newest. */
const countsOf = (first: IncidentFiling, filings: readonly IncidentFiling[]): IncidentFiling =>
  filings.findLast(({ corrects }) => corrects === first.id) ?? first

const columns = (filings: readonly IncidentFiling[]): Column<IncidentFiling>[] => [
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
    cell: ({ id, note, corrects }) => (
      <>
        {corrects !== '' && <span className="muted">corrects an earlier one </span>}
        {isSuperseded(id, corrects, filings) && <span className="muted">corrected since </span>}
        {note}
      </>
    ),
  },
]

/** Whether a later correction counts instead of this filing. */
function isSuperseded(id: string, corrects: string, filings: readonly IncidentFiling[]): boolean {
  const first = filings.find((filing) => filing.id === (corrects || id))
  return first !== undefined && countsOf(first, filings).id !== id
}
