import type { IncidentReport } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { REGIME_WORDS } from '../domain/incidents/incident-facts.ts'
import { documentOf } from './document.ts'

/** A version of a report for programs (docs/reports.md). */
export function jsonOf(report: IncidentReport): Buffer {
  const { title, organization, at, fields } = documentOf(report)
  const value = {
    title,
    regime: REGIME_WORDS.word(report.regime),
    step: report.step,
    form_version: report.formVersion,
    organization,
    incident_id: report.incidentId,
    report_id: report.id,
    version: report.version,
    edited_at: at,
    fields: fields.map(({ text, ...field }) => ({ ...field, value: text === '' ? null : text })),
  }
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
