import { readFile } from 'node:fs/promises'
import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Operator, SuiteService } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { ObligationService } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { openPage, type Page } from './browser.ts'
import { builtConsole } from './built.ts'
import { type Filled, fill } from './fill.ts'

let at: TestInstallation
let browser: Page
let page: BrowserPage
let filled: Filled
beforeAll(async () => {
  await builtConsole()
  at = await bootInstallation({ env: { ATTESTRY_CHECKPOINT_SECONDS: '1' } })
  filled = await fill(at)
  browser = await openPage()
  page = browser.page
  await page
    .context()
    .addCookies([
      { name: 'attestry_session', value: at.organization.admin.session, url: `${at.baseUrl}/api/control` },
    ])
  await page.goto(`${at.baseUrl}/console/#/`)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await at?.stop()
})

/** Opens a page and waits until all of it is there. */
async function open(address: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`)
  await page.locator(`main[data-page=${JSON.stringify(address.slice(1).split('?')[0])}] h1`).waitFor()
  await expect.poll(() => page.locator('.loading').count()).toBe(0)
}
const titles = () => page.locator('main tbody .row').allTextContents()
const dialog = () => page.locator('dialog')
const field = (name: string) => dialog().locator(`[name="${name}"]`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
async function leave(): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
}

test('incidents are triaged by keys alone; of each it is said what came of it', async () => {
  await open('#/incidents?q=laptop')
  await page.getByRole('link', { name: 'Lost laptop' }).waitFor()
  await expect.poll(titles).toEqual(['Lost laptop'])
  await page.keyboard.press('?')
  const keys = await page.getByRole('dialog', { name: 'Keys' }).locator('dt').allTextContents()
  expect(keys).toEqual(['m', 'o', 's', 'j', 'k', 'Enter', 'x', '/', 'Ctrl K', '?'])
  await leave()
  await page.keyboard.press('j')
  // A dialog that is left gives the focus back to the row, so that the keys go on from there.
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Settle the severity of 1 incident' }).waitFor()
  await leave()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Lost laptop')
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Settle the severity of 1 incident' }).waitFor()
  await field('severity').selectOption({ label: 'High' })
  await field('reason').fill('It held customer data.')
  await dialog().locator('button[type=submit]').click()
  await page.getByText('1 incident changed.').waitFor()
  await press('Done')
  await page.locator('tbody .badge', { hasText: 'high' }).waitFor()

  // Two are assigned; one of them was changed by somebody else meanwhile.
  await open('#/incidents')
  await expect.poll(async () => (await titles()).length).toBe(3)
  await page.keyboard.press('j')
  for (let row = 0; row < 3; row++) {
    await page.keyboard.press('x')
    await page.keyboard.press('j')
  }
  await page.getByText('3 incidents selected').waitFor()
  await controlClient(at.baseUrl, IncidentWorkService, at.organization.admin.session).editIncident({
    ...{ id: filled.incidentId, expectedVersion: 1, reason: 'meanwhile' },
    title: 'Ransomware on two file servers',
  })
  await page.keyboard.press('o')
  await field('owner').selectOption({ index: 1 })
  await field('reason').fill('On call.')
  await dialog().locator('button[type=submit]').click()
  await page.getByText('2 incidents assigned. 1 refused.').waitFor()
  expect(await dialog().getByRole('region', { name: 'Results' }).locator('li').allTextContents()).toEqual([
    expect.stringMatching(/^refused Ransomware on a file server: /),
    expect.stringMatching(/^assigned /),
    expect.stringMatching(/^assigned /),
  ])
  await press('Done')
  expect(await page.getByText('incidents selected').count()).toBe(0)
})

test('an incident has its actions on keys, and any two of its versions side by side', async () => {
  await open(`#/incidents/${filled.incidentId}`)
  await page.getByRole('heading', { level: 1, name: 'Ransomware on two file servers' }).waitFor()
  for (const [key, name] of [
    ['m', 'Move Ransomware on two file servers'],
    ['e', 'Edit Ransomware on two file servers'],
    ['c', 'Comment on Ransomware on two file servers'],
    ['a', 'Assess Ransomware on two file servers'],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('dialog', { name }).waitFor()
    await leave()
  }
  await press('Compare versions')
  const changed = dialog().locator('tbody tr', { hasText: 'changed' })
  expect(await changed.first().locator('td').allTextContents()).toEqual([
    'Title',
    'Ransomware on a file server',
    'Ransomware on two file servers',
    'changed',
  ])
  // On a phone the label of a cell leaves room for what stands in it.
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog().locator('.cards').waitFor()
  const cell = dialog().locator('td[data-label^="Version"] > div', {
    hasText: 'Ransomware on two file servers',
  })
  const { width } = (await cell.boundingBox())!
  expect(width).toBeGreaterThan(100)
  await page.setViewportSize({ width: 1400, height: 1000 })
  await leave()
})

test('a key works from the moment its button is shown; where a person types it is a letter', async () => {
  await open('#/')
  // Pressed in the turn in which the button enters the document: before the browser has drawn it.
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector('main [aria-keyshortcuts=c]') === null) return
    observer.disconnect()
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))
  }).observe(document.body, { childList: true, subtree: true })
  location.hash = '#/incidents/${filled.incidentId}'`)
  await page.getByRole('dialog', { name: /^Comment on / }).waitFor()
  await page.keyboard.type('camek?/')
  expect(await field('text').inputValue()).toBe('camek?/')
  expect(await dialog().count()).toBe(1)
  await page.keyboard.press('Escape')
  await press('Discard')
  await dialog().waitFor({ state: 'detached' })
  await open('#/incidents')
  await page.keyboard.press('/')
  await page.keyboard.type('laptop?')
  expect(await page.getByLabel('Search').inputValue()).toBe('laptop?')
  expect(await dialog().count()).toBe(0)
})

test('versions of a suite stand side by side; a decision says what it was made from', async () => {
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
  const facts = page.getByRole('region', { name: 'What it is based on' })
  await facts.getByText('must be ≤ 0.05, newest result 0.04').waitFor()
  // What mends a reason is one click away, on the page of the system.
  await page.getByRole('link', { name: 'Go to certifications' }).first().click()
  await page.locator(`main[data-page="/systems/${filled.systemId}"]`).waitFor()
  await page.getByRole('heading', { name: 'Certifications' }).waitFor()
  await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(0)
  // Also from an address that somebody was sent, of which nothing has been fetched.
  await page.goto('about:blank')
  await page.goto(`${at.baseUrl}/console/#/systems/${filled.systemId}?part=certifications`)
  await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(0)
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
  await open('#/assets?classification=2')
  await page.getByText('2 assets', { exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await press('Save as CSV')
  const [headings, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(headings).toContain('business criticality')
  expect(lines).toHaveLength(2)
  // A spreadsheet takes no cell for a formula.
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""x"")"`))).toBe(true)

  for (const [address, count] of [
    [`#/systems/${filled.systemId}?verdict=2`, '1 decision'],
    [`#/systems/${filled.systemId}?verdict=1`, '0 decisions'],
    [`#/webhooks/${filled.endpointId}?outcome=replay`, '1 call'],
    [`#/webhooks/${filled.endpointId}?signed=yes`, '0 calls'],
    ['#/evaluations?type=toxicity', '0 results'],
    [`#/evaluations?system=${filled.systemId}`, '3 results'],
    ['#/agent-runs?q=nobody', '1 run'],
    ['#/suppliers?category=1', '1 supplier'],
  ] as const) {
    await open(address)
    await page.getByText(count, { exact: true }).first().waitFor()
  }
})

test('a filing names the draft that was sent, and a further filing corrects it; both stay', async () => {
  const id = filled.incidentId
  const duties = controlClient(at.baseUrl, ObligationService, at.organization.admin.session)
  const filings = async () => (await duties.listIncidentFilings({ id })).filings
  const submit = () => dialog().locator('button[type="submit"]').click()
  await open(`#/incidents/${id}`)
  const due = page.locator('main tbody tr', { hasText: /early warning/i })
  await due.getByRole('button', { name: 'Record filing' }).first().click()
  await field('reportId').selectOption({ label: 'Draft, version 2' })
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

test('an incident leads to what the log has of it; the list has its next deadline; every checkpoint is listed', async () => {
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

test('no page broke a policy or complained', () => {
  expect(browser.problems.filter((text) => !/EditIncident$/.test(text))).toEqual([])
})
