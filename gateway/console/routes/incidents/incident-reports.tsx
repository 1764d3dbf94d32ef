import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type IncidentReport,
  IncidentReportService,
  ReportFieldKind,
  type ReportForm,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { type Obligation, ObligationState } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { useList } from '../../api/list.ts'
import { Action } from '../../components/forms/action.tsx'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { Exact } from '../../components/time.tsx'
import { lastEdited } from './incident-filings.tsx'
import { reportOf } from './report-of.ts'

/** The drafts of reports to authorities, each in its current version. */
export function Reports({ incident }: { incident: Incident }): ReactNode {
  const { id } = incident
  const list = useList(IncidentReportService.method.listIncidentReports, { id }, ({ reports }) => reports)
  if (list.error === null && list.rows.length === 0) return null
  return (
    <Card title="Reports" about="Every edit is a version. A filing names the version that was sent." flush>
      <ListTable
        list={list}
        caption="Reports"
        columns={COLUMNS}
        id={(row) => row.id}
        href={(row) => `/incidents/${id}/reports/${row.id}`}
        empty={null}
      />
    </Card>
  )
}

const COLUMNS: Column<IncidentReport>[] = [
  { label: 'Report', cell: reportOf },
  { label: 'Version', cell: ({ version }) => version },
  { label: 'Edited', cell: ({ editedAt }) => <Exact at={editedAt} /> },
  { label: 'By', cell: ({ editedBy }) => editedBy },
]

/** Drafts the report of an obligation. */
export function DraftReport({
  incident,
  obligation,
}: {
  incident: Incident
  obligation: Obligation
}): ReactNode {
  const { regime, step, state } = obligation
  if (state === ObligationState.NOT_REQUIRED) return null
  return (
    <Action
      method={IncidentReportService.method.createIncidentReport}
      label="Draft report"
      title={`Draft report: ${reportOf(obligation)}`}
      about="It is filled in from the incident and from earlier reports under the same law."
      request={() => ({ id: incident.id, regime, step })}
      done="The report is drafted."
    />
  )
}

/** Leads to the draft of an obligation's report that was edited last. */
export function LatestDraft({ obligation }: { obligation: Obligation }): ReactNode {
  const { incidentId: id, regime, step } = obligation
  const { rows } = useList(IncidentReportService.method.listIncidentReports, { id }, ({ reports }) => reports)
  const drafts = rows.filter((draft) => draft.regime === regime && draft.step === step)
  if (drafts.length === 0) return null
  const { id: reportId, version } = lastEdited(drafts)
  return (
    <Link
      to="/incidents/$id/reports/$reportId"
      params={{ id, reportId }}
      aria-label={`Draft, version ${version}: ${reportOf(obligation)}`}
    >
      Draft, version {version}
    </Link>
  )
}

/** Appends a version of a report. */
export function EditForm({ report, form }: { report: IncidentReport; form: ReportForm }): ReactNode {
  const texts = new Map(report.values.map(({ field, text }) => [field, text]))
  const nameOf = (id: string) => `values.${id}`
  return (
    <Action
      method={IncidentReportService.method.editIncidentReport}
      label="Edit"
      confirm="Save"
      title={`Edit: ${form.title}`}
      wide
      fields={[
        ...form.fields.map(({ id, label, article, kind, choices, maxLength, required }) => ({
          name: nameOf(id),
          label: `${label} (${article})`,
          value: texts.get(id) ?? '',
          ...hintOf(kind, required),
          ...(kind === ReportFieldKind.CHOICE
            ? {
                kind: 'select' as const,
                options: ['', ...choices].map((value) => [value, value || 'not stated'] as const),
              }
            : kind === ReportFieldKind.TEXT && maxLength > 1000
              ? { kind: 'textarea' as const, rows: 3 }
              : {}),
        })),
        { name: 'note', label: 'Reason' },
      ]}
      version={report.version}
      request={(values, expectedVersion) => ({
        id: report.incidentId,
        reportId: report.id,
        expectedVersion,
        note: values.text('note'),
        values: form.fields
          .map(({ id }) => ({ field: id, text: values.text(nameOf(id)) }))
          .filter(({ field, text }) => text !== (texts.get(field) ?? '')),
      })}
      done="The next version is recorded."
    />
  )
}

/**
 * Describes the values of a field, and whether the law always asks for it. It can be left empty: a report in time comes first.
 */
function hintOf(kind: ReportFieldKind, required: boolean): { hint?: string } {
  const hints = [
    required ? 'The law asks for it in every case.' : '',
    kind === ReportFieldKind.TIME
      ? 'A time with its zone: 2026-11-22T10:00:00Z or 2026-11-22T11:00:00+01:00.'
      : '',
    kind === ReportFieldKind.NUMBER ? 'A number: 12 or 12.5.' : '',
  ].filter(Boolean)
  return hints.length === 0 ? {} : { hint: hints.join(' ') }
}
