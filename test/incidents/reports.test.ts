import { Code, ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ErrorDetailSchema } from '../../proto/gen/attestry/common/v1/error_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  IncidentReportService,
  ReportFormat,
} from '../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { Moment, Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentService, Regulation, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { timestamp } from '../../services/kernel/values/time.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const clients = (session = at.organization.admin.session) => ({
  incidents: controlClient(at.baseUrl, IncidentService, session),
  work: controlClient(at.baseUrl, IncidentWorkService, session),
  duties: controlClient(at.baseUrl, ObligationService, session),
  reports: controlClient(at.baseUrl, IncidentReportService, session),
})
const ago = (hours: number) => timestamp(new Date(Date.now() - hours * 3_600_000))
const NIS2 = { regime: Regime.NIS2, step: 'early_warning' }
const FILED = { ...NIS2, recipient: 'CSIRT' }

async function breach(): Promise<string> {
  const { incident } = await clients().incidents.createIncident({
    ...{ title: 'Mailbox forwarded', description: 'By a rule', severity: Severity.HIGH },
    regulation: Regulation.NIS2,
  })
  const moments = [{ moment: Moment.AWARE, at: ago(1) }]
  await clients().work.setIncidentMoments({ id: incident!.id, moments })
  return incident!.id
}

const refused = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown) => ConnectError.from(thrown),
  )
  return { code: error?.code, details: error?.findDetails(ErrorDetailSchema)[0]?.details }
}
const rowsOf = (id: string) =>
  sql(at.databaseUrl, `select count(*)::int as n from ledger.incident_entries_v1 where incident_id = '${id}'`)

test('a report is drafted from the incident, edited in versions, rendered, and filed with its document’s hash', async () => {
  const id = await breach()
  const { reports, duties, work, incidents } = clients()
  const { report, form, missing } = await reports.createIncidentReport({ id, ...NIS2 })
  expect(report).toMatchObject({ version: 1, incidentVersion: 2, editedBy: at.organization.admin.email })
  expect(Object.fromEntries(report!.values.map(({ field, text }) => [field, text]))).toMatchObject({
    incident_reference: id,
    summary: 'Mailbox forwarded\n\nBy a rule',
  })
  expect(form!.fields.find((field) => field.id === 'malicious')).toMatchObject({
    article: '23(4)(a)',
    choices: ['yes', 'no', 'unknown'],
  })
  expect(missing).toEqual(['malicious', 'cross_border'])

  const of = { id, reportId: report!.id }
  const edited = await reports.editIncidentReport({
    ...{ ...of, expectedVersion: 1, note: 'after the call' },
    values: [
      { field: 'malicious', text: 'yes' },
      { field: 'cross_border', text: 'no' },
    ],
  })
  expect(edited.report).toMatchObject({ version: 2, note: 'after the call' })
  expect(edited.missing).toEqual([])
  expect((await reports.getIncidentReport({ ...of, version: 1 })).missing).toEqual(missing)

  for (const format of [ReportFormat.PDF, ReportFormat.HTML, ReportFormat.JSON]) {
    const first = await reports.renderIncidentReport({ ...of, format })
    expect(sha256Hex(first.content)).toBe(first.sha256)
    expect((await reports.renderIncidentReport({ ...of, format, version: 2 })).sha256).toBe(first.sha256)
    expect((await reports.renderIncidentReport({ ...of, format, version: 1 })).sha256).not.toBe(first.sha256)
  }

  const pdf = await reports.renderIncidentReport({ ...of })
  const { filing } = await duties.fileIncidentReport({
    id,
    ...FILED,
    reportId: of.reportId,
    submittedAt: ago(0),
  })
  expect(filing).toMatchObject({ reportId: of.reportId, reportVersion: 2, documentSha256: pdf.sha256 })
  const kept = await work.getIncidentAttachment({ id, attachmentId: filing!.attachmentId })
  expect(sha256Hex(kept.content)).toBe(pdf.sha256)
  expect(kept.attachment).toMatchObject({ mediaType: 'application/pdf', name: 'nis2-early_warning-v2.pdf' })

  // The version that was sent stays as it is; the draft is continued.
  await reports.editIncidentReport({ ...of, expectedVersion: 2, values: [{ field: 'contact', text: 'SOC' }] })
  expect((await reports.renderIncidentReport({ ...of, version: 2 })).sha256).toBe(pdf.sha256)
  expect((await reports.listIncidentReports({ id })).reports).toMatchObject([{ id: of.reportId, version: 3 }])
  const { entries } = await incidents.listIncidentTimeline({ id })
  expect(entries.map(({ what }) => what.case)).toEqual([
    ...['report', 'attachment', 'filing', 'report', 'report', 'version', 'version'],
  ])
})

test('of simultaneous edits of one report version, one wins and the others get the current version', async () => {
  const id = await breach()
  const { reports } = clients()
  const { report } = await reports.createIncidentReport({ id, ...NIS2 })
  const edit = (text: string) =>
    reports.editIncidentReport({
      ...{ id, reportId: report!.id, expectedVersion: 1, values: [{ field: 'contact', text }] },
    })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => refused(edit(text))))
  const lost = answers.filter(({ code }) => code !== undefined)
  expect(lost).toHaveLength(3)
  for (const { details } of lost) expect(details).toEqual({ current_version: 2 })
})

test('invalid report or filing input is refused with its field, and nothing is written', async () => {
  const [id, other] = [await breach(), await breach()]
  const { reports, duties, work } = clients()
  const { report } = await reports.createIncidentReport({ id, ...NIS2 })
  const { attachment } = await work.attachToIncident({ id: other, name: 'a', content: Buffer.from('a') })
  const [before] = await rowsOf(id)
  const edit = (field: string, text: string) =>
    reports.editIncidentReport({ id, reportId: report!.id, expectedVersion: 1, values: [{ field, text }] })
  const file = (more: object) => duties.fileIncidentReport({ id, ...FILED, submittedAt: ago(0), ...more })
  const invalid = (field: string, message: string) => ({
    code: Code.InvalidArgument,
    details: { formErrors: [], fieldErrors: { [field]: [expect.stringContaining(message)] } },
  })
  const cases: [() => Promise<unknown>, object][] = [
    [() => reports.createIncidentReport({ id, ...NIS2, step: 'detailed' }), invalid('step', 'early_warning')],
    [() => edit('summary', 'x'.repeat(25_001)), invalid('values.summary', 'at most 25000 characters')],
    [() => edit('aware_at', '22.11.2026'), invalid('values.aware_at', 'time such as')],
    [() => edit('nothing', 'x'), invalid('values.0.field', 'not a field of this report')],
    [() => file({ regime: Regime.DORA, step: 'initial' }), invalid('regime', 'does not apply')],
    [() => file({ submittedAt: ago(-1) }), invalid('submitted_at', 'future')],
    [() => file({ submittedAt: timestamp(new Date(-1)) }), invalid('submitted_at', '2000')],
    [() => file({ attachmentId: attachment!.id }), invalid('attachment_id', 'attachment of this incident')],
    [() => file({ reportId: report!.id, step: 'notification' }), invalid('report_id', 'regime and step')],
    [
      () => file({ reportId: report!.id, documentSha256: '0'.repeat(64) }),
      invalid('document_sha256', 'not that'),
    ],
    [
      () => file({ reportId: report!.id, attachmentId: report!.id }),
      invalid('attachment_id', 'must be empty'),
    ],
    [() => file({ reportId: report!.id, reportVersion: 7 }), { code: Code.NotFound }],
    [() => reports.renderIncidentReport({ id: other, reportId: report!.id }), { code: Code.NotFound }],
  ]
  for (const [bad, expected] of cases) expect(await refused(bad())).toMatchObject(expected)
  expect(await rowsOf(id)).toEqual([before])
})

test('a filing can name an attachment, and the newest of a chain of corrections counts', async () => {
  const id = await breach()
  const { duties, work } = clients()
  const content = Buffer.from('what was sent')
  const { attachment } = await work.attachToIncident({ id, name: 'sent.txt', content })
  const file = async (more: object) =>
    (await duties.fileIncidentReport({ id, ...FILED, submittedAt: ago(0.5), ...more })).filing!
  const first = await file({ attachmentId: attachment!.id.toUpperCase() })
  expect(first).toMatchObject({ attachmentId: attachment!.id, documentSha256: sha256Hex(content) })
  const second = await file({ corrects: first.id, reference: 'CSIRT-1', submittedAt: ago(0.4) })
  const third = await file({ corrects: first.id, reference: 'CSIRT-2', submittedAt: ago(0.3) })
  const wrong = duties.fileIncidentReport({ id, ...FILED, submittedAt: ago(0), corrects: second.id })
  expect((await refused(wrong)).details).toMatchObject({
    fieldErrors: { corrects: [expect.stringContaining(first.id)] },
  })
  const { filings } = await duties.listIncidentFilings({ id })
  expect(filings.map((one) => one.id)).toEqual([first.id, second.id, third.id])
  const { obligations } = await duties.listIncidentObligations({ id })
  expect(obligations.find(({ step }) => step === 'early_warning')!.filingId).toBe(third.id)
})
