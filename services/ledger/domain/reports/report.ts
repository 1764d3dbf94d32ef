import { create } from '@bufbuild/protobuf'
import {
  type EditIncidentReportRequest,
  type IncidentReport,
  IncidentReportSchema,
  type ReportValue,
  ReportValueSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { requireVersion } from '../../../kernel/errors/expected-version.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { Changing } from '../incidents/incident-change.ts'
import { REGIME_WORDS } from '../incidents/incident-facts.ts'
import type { Form } from './field.ts'
import { fitted, valueProblem } from './field-kind.ts'
import { FORM_VERSION, formOf } from './forms.ts'
import type { Source } from './source.ts'

/** The records of reports: a record a version. */
export const reportRecords = recordCodec(IncidentReportSchema)

/** Limit of all texts of a report together, in UTF-16 code units: a document of this size takes about a second. */
export const MAX_REPORT = 200_000

/**
 * Returns a first draft, filled in from the incident and from an earlier report under the regime. In a field of text the earlier report
 * takes precedence, since people have written it. In any other field the incident does, and the step, which decides a type of submission.
 *
 * @param earlier the newest other report of the incident under the regime
 */
export function draftReport(
  id: string,
  form: Form,
  source: Source,
  earlier: IncidentReport | undefined,
  { at, by }: Changing,
): IncidentReport {
  const written = new Map(earlier?.values.map((one) => [one.field, one.text]))
  let room = MAX_REPORT
  const values = form.fields.flatMap((field): ReportValue[] => {
    const fittedText = fitted(field, field.from(source))
    const before = valueProblem(field, written.get(field.id) ?? '') === undefined ? written.get(field.id) : ''
    const text = (field.kind === 'text' ? before || fittedText : fittedText || before) ?? ''
    if (text === '' || text.length > room || valueProblem(field, text) !== undefined) return []
    room -= text.length
    return [reportValue(field.id, text)]
  })
  return create(IncidentReportSchema, {
    id,
    incidentId: source.incident.id,
    regime: REGIME_WORDS.value(form.regime),
    step: form.step,
    version: 1,
    formVersion: FORM_VERSION,
    organizationName: source.organizationName,
    values,
    incidentVersion: source.incident.version,
    editedBy: by,
    editedAt: timestamp(at),
    createdAt: timestamp(at),
  })
}

/**
 * Returns the next version of a report.
 *
 * @throws DomainError VALIDATION, naming every value that is wrong; CONFLICT for a stale edit
 */
export function editReport(
  report: IncidentReport,
  request: EditIncidentReportRequest,
  { at, by }: Changing,
): IncidentReport {
  const { expectedVersion, note } = request
  const { fields } = formOf(report.regime, report.step)
  const changed = new Map<string, string>()
  const checks = new Checks()
  for (const [i, { field: id, text }] of request.values.entries()) {
    const field = fields.find((one) => one.id === id)
    if (field === undefined)
      checks.that(
        false,
        `values.${i}.field`,
        'is not a field of this report (attestry incident report fields)',
      )
    else if (changed.has(id)) checks.that(false, `values.${i}.field`, 'is given twice')
    else {
      const problem = valueProblem(field, text)
      checks.that(problem === undefined, `values.${id}`, problem ?? '')
      changed.set(id, text)
    }
  }
  checks.done()
  requireVersion('report', report, expectedVersion)
  const present = new Map(report.values.map(({ field, text }) => [field, text]))
  const values = fields
    .map(({ id }) => reportValue(id, changed.get(id) ?? present.get(id) ?? ''))
    .filter(({ text }) => text !== '')
  if (values.reduce((sum, { text }) => sum + text.length, 0) > MAX_REPORT)
    throw invalid({ values: [`must be at most ${MAX_REPORT} characters together`] })
  return {
    ...report,
    values,
    note,
    editedBy: by,
    version: report.version + 1,
    editedAt: timestamp(at),
  }
}

/** The ids of the fields that the law requires in every case and that are empty. */
export function missingFields({ regime, step, values }: IncidentReport): string[] {
  const given = new Set(values.map(({ field }) => field))
  return formOf(regime, step)
    .fields.filter(({ id, required }) => required && !given.has(id))
    .map(({ id }) => id)
}

function reportValue(field: string, text: string): ReportValue {
  return create(ReportValueSchema, { field, text })
}
