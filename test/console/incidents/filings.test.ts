import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentReportService } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { Moment, Regime } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { timestamp } from '../../../services/kernel/values/time.ts'
import { call } from '../../harness/rest.ts'
import { controlsOf } from '../support/controls.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
let page: BrowserPage
beforeAll(async () => {
  opened = await openConsole()
  page = opened.page
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const { dialog, field, submit } = controlsOf(() => page)

/** An incident with a notification of NIS2 that was submitted after its deadline, within the same minute. */
async function lateByASecond() {
  const day = 86_400_000
  const minute = 60_000
  const aware = Math.floor((Date.now() - 4 * day) / minute) * minute + 30_000
  const body = {
    ...{ title: 'Invoices encrypted', severity: 'critical' },
    detected_at: new Date(aware).toISOString(),
  }
  const { key } = opened.at.organization
  const { id } = (await call(opened.at.baseUrl, '/api/v1/incidents', { key, body })).body as { id: string }
  await opened.client(IncidentWorkService).setIncidentMoments({
    ...{ id, reason: 'Said by the officer on call' },
    moments: [{ moment: Moment.AWARE, at: timestamp(new Date(aware)) }],
  })
  const submittedAt = timestamp(new Date(aware + 3 * day + 1000))
  const report = { id, regime: Regime.NIS2, step: 'notification', submittedAt, recipient: 'CSIRT' }
  const documentSha256 = 'ab'.repeat(32)
  const duties = opened.client(ObligationService)
  const { filing } = await duties.fileIncidentReport({ ...report, reference: 'N-1', documentSha256 })
  return { id, report, duties, documentSha256, first: filing! }
}

test('a correction of a filing changes only what was typed: a late filing stays late', async () => {
  const { id, report, duties, documentSha256, first } = await lateByASecond()
  const stateOf = async () => {
    const { obligations } = await duties.listIncidentObligations({ id })
    return obligations.find(({ step }) => step === 'notification')!.state
  }
  const late = await stateOf()
  await duties.fileIncidentReport({ ...report, corrects: first.id, reference: 'N-2', documentSha256 })
  await opened.open(`#/incidents/${id}`)
  const recorded = page.getByRole('table', { name: 'Filings' })
  await recorded.locator('tr', { hasText: 'N-1' }).getByText('corrected since').waitFor()
  await recorded.getByRole('button', { name: 'Correct' }).click()
  expect(await field('reference').inputValue()).toBe('N-2')
  await field('recipient').fill('CSIRT of the country')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const { filings } = await duties.listIncidentFilings({ id })
  expect(filings).toHaveLength(3)
  expect(filings[2]).toMatchObject({
    ...{ corrects: first.id, reference: 'N-2', documentSha256, submittedAt: report.submittedAt },
    recipient: 'CSIRT of the country',
  })
  expect(await stateOf()).toBe(late)
})

test('a filing that another person recorded or corrected meanwhile is shown before another one is recorded', async () => {
  const { id, report, duties, first } = await lateByASecond()
  const note = 'mistyped'
  await opened.open(`#/incidents/${id}`)
  const recorded = page.getByRole('table', { name: 'Filings' })
  await recorded.getByRole('button', { name: 'Correct' }).click()
  await field('recipient').fill('CSIRT of the country')
  await duties.fileIncidentReport({ ...report, corrects: first.id, reference: 'N-2', note })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await expect.poll(() => field('reference').inputValue()).toBe('N-2')
  expect(await field('recipient').inputValue()).toBe('CSIRT of the country')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Record filing: Early warning/ }).click()
  await field('reference').fill('mine')
  await duties.fileIncidentReport({ ...report, step: 'early_warning', recipient: 'CSIRT 2', note })
  await submit()
  await dialog().getByText('Recorded already:').waitFor()
  await dialog().getByText('CSIRT 2').waitFor()
  expect(await field('reference').inputValue()).toBe('mine')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: false }).click()
  await dialog().waitFor({ state: 'detached' })
  const { filings } = await duties.listIncidentFilings({ id })
  const last = { recipient: 'CSIRT of the country', reference: 'N-2' }
  expect(filings.map(({ recipient, reference }) => ({ recipient, reference }))).toMatchObject([
    {},
    {},
    last,
    { recipient: 'CSIRT 2' },
  ])
})

test.each([
  ['sent when they are there', async () => {}],
  [
    'refused before for another reason',
    async () => {
      // Before the incident was known.
      await field('submittedAt').fill('2020-01-01T00:00')
      await submit()
      await dialog().locator('.problem').getByText('Note').waitFor()
      await field('note').fill('It was known before.')
    },
  ],
])(
  'a filing whose form was opened before the filings were loaded is recorded at the first attempt: %s',
  async (_, before) => {
    const { id, duties } = await lateByASecond()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/*ListIncidentFilings', async (route) => {
      await promise
      await route.continue()
    })
    await page.evaluate(`location.hash = '#/incidents/${id}'`)
    await page.getByRole('button', { name: /^Record filing: Notification/ }).click()
    await field('reference').fill('N-3')
    await before()
    resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await dialog().getByText('Recorded already:').waitFor()
    await submit()
    await dialog().waitFor({ state: 'detached' })
    expect((await duties.listIncidentFilings({ id })).filings.at(-1)).toMatchObject({ reference: 'N-3' })
  },
)

test('the form of a filing says when it needs a note, and shows the problem beside it', async () => {
  const { id, duties } = await lateByASecond()
  await opened.open(`#/incidents/${id}`)
  await page.getByRole('table', { name: 'Filings' }).getByRole('button', { name: 'Correct' }).click()
  await dialog().getByText('Required if, by this filing, a report is no longer late').waitFor()
  const shown = new Date(`${(await field('submittedAt').inputValue()).slice(0, 16)}Z`)
  const earlier = new Date(shown.getTime() - 3_600_000).toISOString().slice(0, 16)
  await field('submittedAt').fill(earlier)
  await submit()
  await dialog().getByText('must say why: by this filing, NIS2 notification is no longer late').waitFor()
  expect(await dialog().locator('.problem').allTextContents()).toEqual(['Check the marked fields: Note.'])
  const note = 'The hour of the letter was mistyped.'
  await field('note').fill(note)
  await submit()
  await dialog().waitFor({ state: 'detached' })
  expect((await duties.listIncidentFilings({ id })).filings.at(-1)).toMatchObject({ note })
})

test('a correction of a filing keeps the attached document, or names another draft', async () => {
  const { incidentId: id, reportId } = opened.filled
  const duties = opened.client(ObligationService)
  const { filing } = await duties.fileIncidentReport({
    ...{ id, regime: Regime.NIS2, step: 'early_warning', submittedAt: timestamp(new Date()) },
    ...{ recipient: 'CSIRT', reference: 'E-1', reportId },
  })
  const correct = async (change: () => Promise<unknown>) => {
    await opened.open('#/incidents')
    await opened.open(`#/incidents/${id}`)
    await page.getByRole('table', { name: 'Filings' }).getByRole('button', { name: 'Correct' }).click()
    await change()
    await submit()
    await dialog().waitFor({ state: 'detached' })
    return (await duties.listIncidentFilings({ id })).filings.at(-1)!
  }
  const { attachmentId, documentSha256 } = filing!
  expect(attachmentId).not.toBe('')
  expect(await correct(() => field('reference').fill('E-2'))).toMatchObject({
    ...{ attachmentId, documentSha256, reference: 'E-2', reportId, reportVersion: filing!.reportVersion },
  })
  const other = await correct(() => field('reportId').selectOption(reportId))
  expect(other).toMatchObject({ reportId, reportVersion: 2, reference: 'E-2' })
  expect(other.attachmentId).not.toBe(attachmentId)
})

test('a filing names the draft edited last, unless another one or none is chosen', async () => {
  const { id, duties } = await lateByASecond()
  await opened.open(`#/incidents/${id}`)
  const row = page.locator('tr', { hasText: 'Early warning' }).first()
  const draft = async () => {
    const before = (await opened.client(IncidentReportService).listIncidentReports({ id })).reports.length
    await row.getByRole('button', { name: 'Draft report' }).click()
    await submit()
    await dialog().waitFor({ state: 'detached' })
    const { reports } = await opened.client(IncidentReportService).listIncidentReports({ id })
    expect(reports).toHaveLength(before + 1)
    return reports.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1)!.id
  }
  const record = async (change: () => Promise<unknown> = async () => {}) => {
    await row.getByRole('button', { name: 'Record filing' }).click()
    await field('recipient').fill('CSIRT')
    await change()
    await submit()
    await dialog().waitFor({ state: 'detached' })
    return (await duties.listIncidentFilings({ id })).filings.at(-1)!
  }
  const older = await draft()
  expect(await record()).toMatchObject({ reportId: older, reportVersion: 1 })
  // The document that the form named is sent, whatever somebody writes on the draft meanwhile.
  const reports = opened.client(IncidentReportService)
  const edit = async () => {
    const version = await field('reportId').locator('option:checked').textContent()
    expect(version).toContain('Draft, version 1, ')
    const values = [{ field: 'contact', text: 'SOC' }]
    await reports.editIncidentReport({ id, reportId: older, expectedVersion: 1, values })
  }
  expect(await record(edit)).toMatchObject({ reportId: older, reportVersion: 1 })
  const newer = await draft()
  expect(await record()).toMatchObject({ reportId: newer, reportVersion: 1 })
  const choices = async () => {
    const shown = await field('reportId').locator('option').allTextContents()
    expect(shown[0]).toBe('another document, or none')
    expect(shown[1]).toMatch(/^Draft, version 1, edited .*\d{4}/)
    return field('reportId').selectOption(older)
  }
  expect(await record(choices)).toMatchObject({ reportId: older })
  expect(await record(() => field('reportId').selectOption(''))).toMatchObject({
    reportId: '',
    attachmentId: '',
  })
  // The draft that is named is the document: its hash is not asked for. Another document is named by its own.
  const another = async () => {
    expect(await field('documentSha256').count()).toBe(0)
    await field('reportId').selectOption('')
    await field('documentSha256').fill('cd'.repeat(32))
  }
  expect(await record(another)).toMatchObject({ reportId: '', documentSha256: 'cd'.repeat(32) })
})

test('the timeline shows what each version changed, the law of each filing, and which filing is a correction', async () => {
  const { id } = await lateByASecond()
  const work = opened.client(IncidentWorkService)
  await work.assessIncident({
    ...{ id, regime: Regime.GDPR, applies: true, level: 'risk', grounds: 'Names of customers' },
  })
  await opened.open(`#/incidents/${id}`)
  const timeline = page.locator('.timeline')
  await timeline.getByText('Report filed: Notification, NIS2, to CSIRT').waitFor()
  await timeline.getByText(/Submitted .* · N-1/).waitFor()
  await timeline.getByText('Assessment, GDPR: risk', { exact: true }).waitFor()
  await timeline.getByText(/^Aware: .*\d{4}/).waitFor()
  await opened.open(`#/incidents/${opened.filled.incidentId}`)
  await timeline.getByText('Filing corrected: Early warning, NIS2, to CSIRT').first().waitFor()
  await timeline.getByText('Report drafted: Early warning, NIS2, version 2').waitFor()
})

test('an administrator adds and removes a national difference, and obligations follow at once', async () => {
  const { id, duties } = await lateByASecond()
  const notification = async () => {
    const { obligations } = await duties.listIncidentObligations({ id })
    return obligations.filter(({ step }) => step === 'notification').map(({ recipient }) => recipient)
  }
  const usual = await notification()
  await opened.open('#/reporting')
  await page.getByRole('button', { name: 'Add a difference' }).click()
  await field('regime').selectOption({ label: 'NIS2' })
  await field('step').selectOption({ label: 'Notification' })
  await field('recipient').fill('Federal office')
  await field('amount').fill('48')
  await field('article').fill('§ 32')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const table = page.getByRole('table', { name: 'National differences' })
  await table.getByText('48 hours').waitFor()
  expect(await notification()).toEqual([...usual, 'Federal office'])
  await table.getByRole('button', { name: 'Remove' }).click()
  await submit()
  await page.getByText('The deadlines of the EU’s laws are used.').waitFor()
  expect(await notification()).toEqual(usual)
})

test('the form of a report shows which fields the law always requires, and how a time is written', async () => {
  const { incidentId, reportId } = opened.filled
  await opened.open(`#/incidents/${incidentId}/reports/${reportId}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await dialog().getByText('The law asks for it in every case.').first().waitFor()
  await dialog()
    .getByText(/A time with its zone/)
    .first()
    .waitFor()
})
