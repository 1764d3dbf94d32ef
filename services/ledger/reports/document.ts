import type { IncidentReport } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { timestampText } from '../../kernel/values/time.ts'
import { formOf } from '../domain/reports/forms.ts'

/** The content of a document in order, the same in every format. It follows from the version of the report alone. */
type ReportDocument = {
  title: string
  organization: string
  /** The time of the version. */
  at: string
  facts: { label: string; text: string }[]
  fields: { id: string; label: string; article: string; required: boolean; text: string }[]
}

export function documentOf(report: IncidentReport): ReportDocument {
  const form = formOf(report.regime, report.step)
  const values = new Map(report.values.map(({ field, text }) => [field, text]))
  const at = timestampText(report.editedAt!)
  return {
    title: form.title,
    organization: report.organizationName,
    at,
    facts: [
      { label: 'Organization', text: report.organizationName },
      { label: 'Incident', text: report.incidentId },
      { label: 'Report', text: `${report.id}, version ${report.version} of ${at}` },
      { label: 'Fields', text: report.formVersion },
    ],
    fields: form.fields.map(({ id, label, article, required }) => ({
      id,
      label,
      article,
      required,
      text: values.get(id) ?? '',
    })),
  }
}

/** Shown for a field that is empty. */
export const NOT_STATED = 'not stated'
