import { readFile } from 'node:fs/promises'
import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GateService, Verdict } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { AgentRunService } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { EvaluationService } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { controlClient } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { checkpointOf } from '../../log/support.ts'
import type { Filled } from '../support/fill.ts'
import { expectWholePages, type OpenedConsole, openConsole } from '../support/opened.ts'
import type { RoleName } from '../support/people.ts'

let opened: OpenedConsole
let at: TestInstallation
let page: BrowserPage
let filled: Filled
beforeAll(async () => {
  // A checkpoint is made when a test asks for it.
  opened = await openConsole({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
  ;({ at, page, filled } = opened)
})
afterAll(() => opened?.close())
const enterAs = (role: RoleName) => opened.enterAs(role)
const open = (address: string) => opened.open(address)
const violations = () => opened.violations()

/** Those of the other roles: every-role.test.ts. */
test('every page of an administrator opens completely', () => expectWholePages(opened, 'admin'))

test('metrics over time and the gate by day are charts with a sentence and a table of the numbers', async () => {
  const { systemId } = filled
  const evaluations = controlClient(at.baseUrl, EvaluationService, at.organization.admin.session)
  const measure = { aiSystemId: systemId, evalType: 'prompt_injection' }
  const { points, more } = await evaluations.getMetricSeries({
    ...measure,
    metricName: 'attack_success_rate',
  })
  expect([points.map(({ metricValue, evalSuiteVersion }) => [metricValue, evalSuiteVersion]), more]).toEqual([
    [0.09, 0.06, 0.04].map((value) => [value, 1]),
    false,
  ])
  expect((await evaluations.getMetricSeries({ ...measure, metricName: 'another' })).points).toEqual([])
  const gate = controlClient(at.baseUrl, GateService, at.organization.admin.session)
  await gate.queryGate({ aiSystemId: systemId })
  const { days } = await gate.summarizeDecisions({ aiSystemId: systemId })
  expect(days.reduce((sum, { passed, blocked }) => sum + passed + blocked, 0)).toBe(2)
  expect(days[0]).toMatchObject({ last: Verdict.BLOCK, passed: 0 })

  await enterAs('member')
  await open(`#/systems/${systemId}`)
  await page
    .getByRole('img', {
      name: 'attack_success_rate: 3 values, 2 of them outside of ≤ 0.05. The last is 0.04.',
    })
    .waitFor()
  expect(await page.locator('.chart .missed').count()).toBe(2)
  await page.getByText('The values as a table').click()
  const rows = page.getByRole('region', { name: 'Values of attack_success_rate' }).locator('tbody tr')
  expect(await rows.locator('td:nth-child(2)').allTextContents()).toEqual(['0.04', '0.06', '0.09'])
  await page.getByRole('img', { name: /with decisions; [12] ended with a block/ }).waitFor()
})

test('incidents, reports, calls, an incident’s course and a run are charts with tables of the numbers', async () => {
  const { session } = at.organization.admin
  const { weeks, more } = await controlClient(at.baseUrl, IncidentService, session).summarizeWeeks({})
  const total = (name: 'detected' | 'significant' | 'overdue' | 'due' | 'filed') =>
    weeks.reduce((sum, week) => sum + week[name], 0)
  expect([weeks.length, more, total('detected'), total('significant')]).toEqual([26, false, 3, 1])
  // The early warning and the notification of what was detected 100 hours ago.
  expect([total('overdue'), total('due'), total('filed')]).toEqual([2, 0, 0])
  const deliveries = await controlClient(at.baseUrl, IncidentService, session).summarizeDeliveries({
    endpointId: filled.endpointId,
  })
  const taken = (name: 'created' | 'replay' | 'closure') =>
    deliveries.days.reduce((sum, day) => sum + day[name], 0)
  expect([taken('created'), taken('replay'), taken('closure')]).toEqual([1, 1, 0])
  const rejected = await controlClient(at.baseUrl, WebhookService, session).summarizeRejectedDeliveries({})
  expect(rejected).toMatchObject({
    days: [{ endpointId: filled.endpointId, signed: 0, unsigned: 1 }],
    more: false,
  })

  await enterAs('auditor')
  await page
    .getByRole('img', { name: 'Incidents by week: 3 incidents detected in 26 weeks, 1 of them significant.' })
    .waitFor()
  const reports = page.getByRole('img', {
    name: /^Reports by the week of their deadline: .* 2 overdue, 0 due\.$/,
  })
  expect(await reports.locator('rect.bad').count()).toBeGreaterThan(0)
  const ending = page.getByRole('region', { name: 'API keys about to expire' })
  await ending.waitFor()
  expect(await ending.locator('tbody .row').allTextContents()).toEqual(['ends soon', 'ends next'])
  await page.getByText('The weeks as a table').click()
  expect(await page.getByRole('region', { name: 'By week' }).locator('tbody tr').count()).toBe(26)

  await open('#/evaluations')
  await page.getByLabel('The caller’s claim').selectOption({ label: 'Not passed' })
  await page.getByText('No result matches.').waitFor()

  await open(`#/webhooks/${filled.endpointId}`)
  await page
    .getByRole('img', { name: /: 1 opened an incident, 1 repeated one, .* 1 were rejected\.$/ })
    .waitFor()

  await open(`#/incidents/${filled.incidentId}`)
  const course = page.getByRole('img', { name: /^Course of the incident since .* 2 of them passed/ })
  expect(await course.locator('path.bad').count()).toBe(2)
  await page.getByText('The course as a table').click()
  const rows = page.getByRole('region', { name: 'Course of the incident' })
  expect(await rows.locator('tbody td:first-child').allTextContents()).toContain('Recorded as open')

  await open(`#/agent-runs/${filled.runId}`)
  const events = page.getByRole('region', { name: 'Events' })
  expect(await events.locator('tbody td:nth-child(2)').allTextContents()).toEqual(['delete_claim', 'search'])
  await page.getByRole('button', { name: 'Executed action' }).click()
  await page.locator('dialog pre', { hasText: '<b>' }).waitFor()
  await page.keyboard.press('Escape')
  const trace = controlClient(at.baseUrl, AgentRunService, session)
  const first = await trace.listRunEvents({ runId: filled.runId, limit: 1 })
  expect([first.events[0]!.event!.seq, first.nextAfterSeq]).toEqual([1n, 1n])
  const rest = await trace.listRunEvents({ runId: filled.runId, afterSeq: 1n })
  expect([rest.events.length, rest.events[0]!.payload.length, rest.events[0]!.cut]).toEqual([1, 2000, true])
  expect(rest.nextAfterSeq).toBeUndefined()
})

test('an auditor reads a report’s versions and downloads them and an attachment, with the recorded hash', async () => {
  await enterAs('auditor')
  await open(`#/incidents/${filled.incidentId}`)
  const saved = async (name: RegExp) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const made = await download
    return { name: made.suggestedFilename(), bytes: await readFile(await made.path()) }
  }
  const attachment = await saved(/^Download notes.html$/)
  expect(attachment.name).toBe('notes.html')
  expect(attachment.bytes.toString()).toBe('<script>document.title = 1</script>')
  await page.getByText('notes.html is saved, with the recorded SHA-256.').waitFor()
  await page.getByRole('link', { name: 'Early warning, NIS2', exact: true }).click()
  const says = page.getByRole('region', { name: 'Content of the report' })
  await says.getByText('<b>soc@example.test</b>').waitFor()
  expect((await saved(/^PDF of version 2$/)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const html = (await saved(/^HTML of version 2$/)).bytes.toString()
  expect(html).toContain('soc@example.test')
  expect(html).not.toContain('<b>soc')
  await page.locator('.filters select').selectOption('1')
  await expect.poll(() => says.getByText('<b>soc@example.test</b>').count()).toBe(0)
  expect(JSON.parse((await saved(/^JSON of version 1$/)).bytes.toString())).toMatchObject({ version: 1 })
})

test('the preview of a CSV file shows problems by line, and the valid rows are imported', async () => {
  await enterAs('member')
  await open('#/assets')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const file = [
    'name,asset_type,classification,business_criticality',
    '"<i>mail</i>, gateway",service,internal,high',
    'without a type,,secret,high',
    'intranet,application,public,low',
  ].join('\r\n')
  await page
    .locator('dialog input[type=file]')
    .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Preview' }).click()
  const rows = page.getByRole('region', { name: 'Rows of the file' }).locator('tbody tr')
  await rows.first().waitFor()
  expect(await rows.first().textContent()).toMatch(
    /without a type.*3.*asset_type: is required; classification: must be/,
  )
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Import 2 assets' }).click()
  await page.getByText('2 assets imported.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  const assets = page.getByRole('region', { name: 'Assets' })
  await assets.getByText('<i>mail</i>, gateway').waitFor()
  expect(await assets.getByText('without a type').count()).toBe(0)
})

test('an entry that no checkpoint covers waits for its proof, which appears by itself', async () => {
  const { id, key } = at.organization
  const { body } = await call(at.baseUrl, '/api/v1/incidents', {
    ...{ key, body: { title: 'Newer than the checkpoint', severity: 'medium' } },
  })
  const entries = () => call(at.baseUrl, `/api/v1/audit-entries?record_id=${body.id}`, { key })
  await expect.poll(async () => (await entries()).body.data[0]?.leaf_index).toEqual(expect.any(Number))
  await enterAs('admin')
  await open('#/audit')
  // Time passes normally until the test advances it.
  await page.clock.install()
  await page.reload()
  await open('#/audit')
  await page.getByRole('button', { name: 'createIncident', exact: true }).first().click()
  await page.getByText('No checkpoint covers this entry yet.').waitFor()
  await checkpointOf(at, id)
  await page.clock.fastForward(60_000)
  await page.getByText('This browser computed the root of the checkpoint').waitFor()
  await page.keyboard.press('Escape')
})

test('the page of a new AI system says what it needs, without a failed part', async () => {
  const systems = controlClient(at.baseUrl, SystemService, at.organization.admin.session)
  const { system } = await systems.createSystem({ name: 'Just registered' })
  await enterAs('admin')
  await open(`#/systems/${system!.id}`)
  const gateSuite = page.locator('.card', { has: page.getByRole('heading', { name: 'Gate suite' }) })
  await gateSuite.getByText('No suite yet.').waitFor()
  await page.getByText('The gate blocks until there is a profile.').waitFor()
  expect(await page.locator('.failed').count()).toBe(0)
  await page.getByRole('button', { name: 'New suite for Just registered' }).click()
  await page.locator('dialog').getByText('The first suite of a system is its gate suite.').waitFor()
  expect(await page.locator('dialog').getByText('superseded').count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('axe finds nothing in a dialog', async () => {
  await enterAs('admin')
  await page.emulateMedia({ colorScheme: 'light' })
  await open('#/keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.locator('dialog [name=name]').waitFor()
  expect(await violations()).toEqual([])
})

test('no page broke the content security policy or logged a problem', () => {
  expect(opened.problems).toEqual([])
})
