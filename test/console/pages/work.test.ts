import { readFile } from 'node:fs/promises'
import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REMEDIES } from '../../../gateway/console/routes/systems/remedies.ts'
import { BlockReasonSchema } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { Operator, SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../../services/kernel/identity/caller.ts'
import { controlClient } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { controlsOf } from '../support/controls.ts'
import type { Filled } from '../support/fill.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
let at: TestInstallation
let page: BrowserPage
let filled: Filled
beforeAll(async () => {
  opened = await openConsole({ ATTESTRY_CHECKPOINT_SECONDS: '1' })
  ;({ at, page, filled } = opened)
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const open = (address: string) => opened.open(address)
const { titles, dialog, field, press, submit, leave } = controlsOf(() => page)

test('versions of a suite are shown side by side, and a decision shows its inputs', async () => {
  const threshold = { evalType: 'prompt_injection', operator: Operator.LTE, value: 0.02 }
  await controlClient(at.baseUrl, SuiteService, at.organization.admin.session).createSuite({
    aiSystemId: filled.systemId,
    name: 'release',
    thresholds: [{ metricName: 'attack_success_rate', ...threshold }],
  })
  await page.reload()
  await open(`#/systems/${filled.systemId}`)
  await press('Compare versions')
  expect(await dialog().locator('tbody td').allTextContents()).toEqual([
    'attack_success_rate (prompt injection)',
    '≤ 0.05',
    '≤ 0.02',
    'changed',
  ])
  await leave()
  await open(`#/decisions/${filled.decisionId}`)
  await page.getByText('It had not passed before.').waitFor()
  const facts = page.getByRole('region', { name: 'Basis' })
  await facts.getByText('must be ≤ 0.05, newest result 0.04').waitFor()
  // The place where a reason is resolved is one click away, on the page of the system.
  await page.getByRole('link', { name: 'Go to certifications' }).first().click()
  await page.locator(`main[data-page="/systems/${filled.systemId}"]`).waitFor()
  await page.getByRole('heading', { name: 'Certifications' }).waitFor()
  await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(0)
  // Also from a shared address of which nothing has been fetched.
  await page.goto('about:blank')
  await page.goto(`${at.baseUrl}/console/#/systems/${filled.systemId}?part=certifications`)
  await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(0)
})

test('each block reason leads to parts that exist on the page, with and without a gate suite', async () => {
  const reasons = BlockReasonSchema.values.map(({ number }) => number).filter((number) => number !== 0)
  expect(reasons.filter((reason) => (REMEDIES[reason] ?? []).length === 0)).toEqual([])
  const parts = [...new Set(Object.values(REMEDIES).flatMap((remedies) => remedies.map(([part]) => part)))]
  const systems = controlClient(at.baseUrl, SystemService, at.organization.admin.session)
  const { system } = await systems.createSystem({ name: 'without a suite' })
  for (const id of [filled.systemId, system!.id]) {
    await open(`#/systems/${id}`)
    for (const part of parts) expect([part, await page.locator(`main #${part}`).count()]).toEqual([part, 1])
  }
})

test('lists are searched, ordered, filtered, counted and saved as CSV', async () => {
  for (const name of ['=HYPERLINK("x")', 'mail gateway']) {
    const body = {
      name,
      asset_type: 'system',
      classification: 'internal',
      business_criticality: 'low',
    }
    const made = await call(at.baseUrl, '/api/v1/assets', { key: at.organization.key, body })
    expect(made.status).toBe(201)
  }
  await open('#/assets?order=2')
  await page.getByText('3 assets', { exact: true }).waitFor()
  expect((await titles())[0]).toBe('customer database')
  await page.getByLabel('Search').fill('gateway')
  await page.keyboard.press('Enter')
  await page.getByText('1 asset', { exact: true }).waitFor()
  // As by the browser's button that empties the field.
  await page.getByLabel('Search').fill('')
  await page.getByText('3 assets', { exact: true }).waitFor()
  await open('#/assets?classification=2')
  await page.getByText('2 assets', { exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await press('Save as CSV')
  const [headings, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(headings).toContain('business criticality')
  expect(lines).toHaveLength(2)
  // A spreadsheet reads no cell as a formula.
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""x"")"`))).toBe(true)

  for (const [address, count] of [
    [`#/systems/${filled.systemId}?verdict=2`, '1 decision'],
    [`#/systems/${filled.systemId}?verdict=1`, '0 decisions'],
    [`#/webhooks/${filled.endpointId}?outcome=replay`, '1 call'],
    [`#/webhooks/${filled.endpointId}?signed=yes`, '0 calls'],
    ['#/evaluations?type=toxicity', '0 results'],
    [`#/evaluations?system=${filled.systemId}`, '3 results'],
    ['#/agent-runs?q=nobody', '1 run'],
    ['#/systems?q=CLAI', '1 AI system'],
    ['#/systems?q=letters', '0 AI systems'],
    [`#/agents?system=${filled.systemId}&order=2`, '1 agent'],
    ['#/agents?q=nobody', '0 agents'],
    ['#/suppliers?category=1', '1 supplier'],
  ] as const) {
    await open(address)
    await page.getByText(count, { exact: true }).first().waitFor()
  }
})

test('a query before the # of an address changes no filter', async () => {
  await page.goto(`${at.baseUrl}/console/?utm_source=mail#/incidents?q=laptop`)
  await expect.poll(titles).toEqual(['Lost laptop'])
})

test('a filing names the draft that was sent, a later filing corrects it, and both stay', async () => {
  const id = filled.incidentId
  const duties = controlClient(at.baseUrl, ObligationService, at.organization.admin.session)
  const filings = async () => (await duties.listIncidentFilings({ id })).filings
  await open(`#/incidents/${id}`)
  const due = page.locator('main tbody tr', { hasText: /early warning/i })
  await due.getByRole('button', { name: 'Record filing' }).first().click()
  expect(await field('reportId').locator('option:checked').textContent()).toMatch(/^Draft, version 2, /)
  await field('reference').fill('CSIRT-1 <b>')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(async () => (await filings()).length).toBe(1)
  const [first] = await filings()
  expect(first).toMatchObject({
    step: 'early_warning',
    reference: 'CSIRT-1 <b>',
    reportVersion: 2,
    corrects: '',
  })
  expect(first!.documentSha256).toMatch(/^[0-9a-f]{64}$/)
  expect(first!.attachmentId).not.toBe('')

  const recorded = page.getByRole('table', { name: 'Filings' })
  await recorded.getByText('CSIRT-1 <b>').waitFor()
  await recorded.getByRole('button', { name: 'Correct' }).click()
  expect(await field('reference').inputValue()).toBe('CSIRT-1 <b>')
  await field('reference').fill('CSIRT-2')
  await field('note').fill('The first reference was wrong.')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await recorded.getByText('CSIRT-2').waitFor()
  expect(await recorded.getByText('CSIRT-1 <b>').count()).toBe(1)
  expect(await recorded.getByText('corrects an earlier one').count()).toBe(1)
  const [kept, second] = await filings()
  expect(kept).toEqual(first)
  expect(second).toMatchObject({ corrects: first!.id, reference: 'CSIRT-2' })
  // Only the first one can be corrected: a correction names it, and the newest correction counts.
  expect(await recorded.getByRole('button', { name: 'Correct' }).count()).toBe(1)
  const { obligations } = await duties.listIncidentObligations({ id })
  expect(obligations.find(({ step }) => step === 'early_warning')!.filingId).toBe(second!.id)
})

test('the draft of a report is one click from its obligation, and shows the report after it', async () => {
  await open(`#/incidents/${filled.incidentId}`)
  const owed = page.locator('main tbody tr', { hasText: /early warning/i }).first()
  await owed.getByRole('link', { name: 'Draft, version 2: Early warning, NIS2' }).click()
  await page.locator(`main[data-page="/incidents/${filled.incidentId}/reports/${filled.reportId}"]`).waitFor()
  await page.getByText('Send it to the authority yourself, then record the filing').waitFor()
  await page.getByRole('link', { name: 'at the incident' }).click()
  const other = page.locator('main tbody tr', { hasText: /Final report/ }).first()
  await other.waitFor()
  expect(await other.getByRole('link').count()).toBe(0)
})

test('an incident links to its audit entries, the list shows its next deadline, and all checkpoints are listed', async () => {
  await open('#/incidents?overdue=yes')
  const deadline = page.locator('tbody tr').first().locator('td[data-label="Next deadline"]')
  await expect.poll(() => deadline.textContent()).toMatch(/overdue|late/)
  await open(`#/incidents/${filled.incidentId}`)
  await page.getByRole('link', { name: 'In the log' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await expect.poll(titles).toContain('createIncident')
  const shown = await titles()
  expect(shown.filter((operation) => /^(?:list|get|summarize)/.test(operation))).toEqual([])
  expect(await page.getByLabel('Record (id)').inputValue()).toBe(filled.incidentId)

  const log = controlClient(at.baseUrl, LogService, at.organization.admin.session)
  await expect.poll(async () => (await log.listCheckpoints({})).checkpoints.length).toBeGreaterThan(0)
  await open('#/checkpoints')
  await page.locator('tbody .row').first().click()
  await dialog().getByText(`attestry/${at.organization.id}`).waitFor()
  const download = page.waitForEvent('download')
  await press('Download the note')
  expect((await download).suggestedFilename()).toMatch(/^checkpoint-\d+\.txt$/)
  await leave()
})

test('a problem is shown beside its field, and the form only names the field', async () => {
  await open(`#/incidents/${filled.incidentId}`)
  await page.getByRole('button', { name: /^Move / }).click()
  await field('status').selectOption({ label: 'Closed' })
  await submit()
  await dialog().getByText('must say why: obligations are not met').waitFor()
  expect(await dialog().locator('.problem').allTextContents()).toEqual(['Check the marked fields: Note.'])
  await page.reload()
})

test('the assessment form begins with the incident’s law and its lowest level', async () => {
  await open(`#/incidents/${filled.otherIncidentId}`)
  await page.getByRole('button', { name: /^Assess / }).click()
  expect(await field('regime').locator('option:checked').textContent()).toBe('GDPR')
  expect(await field('level').locator('option:checked').textContent()).toBe('Risk to people')
  await leave()
})

/** Sends a form after another person has recorded a change: the page shows that change, and the form is sent again. */
async function sentAgain(): Promise<void> {
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await submit()
  await dialog().waitFor({ state: 'detached' })
}

test('a form sends only changed fields, and keeps what somebody else changed since', async () => {
  const users = controlClient(at.baseUrl, UserService, at.organization.admin.session)
  const systems = controlClient(at.baseUrl, SystemService, at.organization.admin.session)
  const email = 'demoted@work.example'
  const { user } = await users.createUser({ email, role: Role.ADMIN })
  await open('#/users')
  const row = page.locator('tbody tr', { hasText: email })
  await row.getByText('admin', { exact: true }).waitFor()
  await users.updateUser({ id: user!.id, role: Role.MEMBER })
  await row.getByRole('button', { name: /^Edit / }).click()
  await field('attestationRoles').fill('dpo')
  await sentAgain()
  const { users: all } = await users.listUsers({})
  expect(all.find(({ id }) => id === user!.id)).toMatchObject({
    role: Role.MEMBER,
    attestationRoles: ['dpo'],
  })

  const { system } = await systems.createSystem({ name: 'letters' })
  await open(`#/systems/${system!.id}`)
  await systems.updateSystem({ id: system!.id, attestationRoles: { values: ['ciso'] } })
  await page.getByRole('button', { name: 'Edit letters' }).click()
  await field('name').fill('letters to customers')
  await sentAgain()
  const { systems: named } = await systems.listSystems({})
  expect(named.find(({ id }) => id === system!.id)).toMatchObject({
    name: 'letters to customers',
    attestationRoles: ['ciso'],
  })
})

test('the tables of obligations, filings and attachments fit into a window of 1280 pixels', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await open(`#/incidents/${filled.incidentId}`)
  for (const name of ['Reporting obligations', 'Filings', 'Attachments']) {
    const place = page.locator(`section.scroll[aria-label="${name}"]`)
    const widths = await place.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
    expect([name, widths[0]]).toEqual([name, widths[1]])
  }
})

test('no page broke the content security policy or logged a problem', () => {
  expect(opened.problems.filter((text) => !/(MoveIncident|UpdateUser|UpdateSystem)$/.test(text))).toEqual([])
})
