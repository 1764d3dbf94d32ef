import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService, IncidentStatus } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { controlClient } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'

let booted: BootedConsole
let at: TestInstallation
let page: BrowserPage
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at, page } = booted)
})
afterAll(() => booted?.close())

const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()
const sees = (text: string) => page.getByText(text).first().waitFor()
const go = (address: string) => page.evaluate(`location.hash = ${JSON.stringify(address)}`)
const field = (name: string) => page.locator(`dialog [name=${name}]`).last()
const submit = () => page.locator('dialog form button[type=submit]').last().click()
const signIn = async (password = at.organization.admin.password) => {
  await page.locator('input[name=email]').fill(at.organization.admin.email)
  await page.locator('input[name=password]').fill(password)
  await press('Sign in')
}

/** Markup, and characters that hide text or change its direction. */
const TITLE = '<img src=x onerror="document.title=1"> leaked\u202e'
let incidentId: string

test('a link leads through the sign-in to its page, where markup in a title is text', async () => {
  const created = await call(at.baseUrl, '/api/v1/incidents', {
    key: at.organization.key,
    body: { title: TITLE, severity: 'high', description: TITLE, affected_systems: [TITLE] },
  })
  incidentId = created.body.id
  await page.goto(`${at.baseUrl}/console/#/incidents/${incidentId}`)
  await signIn('wrong password')
  await page.locator('.problem').waitFor()
  await signIn()
  await page.getByRole('heading', { level: 1, name: '<img src=x' }).waitFor()
  await sees('leaked⟨U+202E⟩')
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expect(await page.title()).not.toBe('1')
})

test('the dialog that moves an incident names it, and the page shows what was recorded', async () => {
  await page.getByRole('button', { name: /^Move / }).click()
  expect(await page.locator('dialog h2').first().textContent()).toContain('leaked')
  await field('status').selectOption({ label: 'Contained' })
  await field('note').fill('Firewall rule closed')
  await submit()
  await sees('Firewall rule closed')
  const moved = await call(at.baseUrl, `/api/v1/incidents/${incidentId}`, { key: at.organization.key })
  expect(moved.body.status).toBe('contained')
})

test('a session that ends while a form is open loses nothing that was typed', async () => {
  await page.getByRole('button', { name: /^Move / }).click()
  await field('status').selectOption({ label: 'Resolved' })
  await field('note').fill('Restored from the backup of Monday')
  await page.context().clearCookies()
  await submit()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.waitFor()
  expect(await page.locator('dialog [name=note]').inputValue()).toBe('Restored from the backup of Monday')
  await again.locator('input[name=password]').fill(at.organization.admin.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.waitFor({ state: 'detached' })
  await page.locator('dialog').waitFor({ state: 'detached' })
  await sees('Restored from the backup of Monday')
  const moved = await call(at.baseUrl, `/api/v1/incidents/${incidentId}`, { key: at.organization.key })
  expect(moved.body.status).toBe('resolved')
})

test('Escape alone does not discard what was typed', async () => {
  await page.getByRole('button', { name: /^Move / }).click()
  await field('note').fill('half a sentence')
  await page.keyboard.press('Escape')
  await press('Keep editing')
  expect(await field('note').inputValue()).toBe('half a sentence')
  await page.keyboard.press('Escape')
  await press('Discard')
  await page.locator('dialog').waitFor({ state: 'detached' })
})

test('a new API key is shown until it is confirmed as stored, and works', async () => {
  await go('#/keys')
  await press('New API key')
  await field('name').fill('made in the console')
  await page.locator('input[value="incidents:read"]').check()
  await submit()
  await sees('shown once')
  const key = (await page.locator('.kept code').textContent())!
  await page
    .getByRole('button', { name: 'Copy: API key of made in the console, shown once', exact: true })
    .waitFor()
  expect((await call(at.baseUrl, '/api/v1/incidents', { key })).status).toBe(200)
  await page.keyboard.press('Escape')
  await press('Not yet')
  expect(await page.locator('.kept code').textContent()).toBe(key)
  await press('Done')
  await press('I have stored it')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await sees('made in the console')
})

test('a failing or slow API is reported, and "Try again" loads the list', async () => {
  let answers: 'none' | 'slow' | 'all' = 'none'
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*AssetService/ListAssets', async (route) => {
    if (answers === 'none') return route.abort()
    if (answers === 'slow') await held
    return route.continue()
  })
  await go('#/assets')
  await sees('This part could not be loaded.')
  answers = 'slow'
  await press('Try again')
  await sees('The server is taking longer than usual')
  release()
  await sees('No assets yet.')
  await page.unroute('**/*AssetService/ListAssets')
})

test('an export shows its hash; a failed one saves nothing and shows the reason', async () => {
  await go('#/evidence')
  await page.route('**/evidence-export**', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'the key service is away' } },
    }),
  )
  await press('Export')
  await sees('The key service is away.')
  await page.unroute('**/evidence-export**')
  const download = page.waitForEvent('download')
  await press('Export')
  const saved = await (await download).path()
  await sees('The package is complete and saved.')
  const sha256 = createHash('sha256')
    .update(await readFile(saved))
    .digest('hex')
  // Beside the file, and in the list of packages as the server recorded it.
  await page.locator('.notice code', { hasText: sha256 }).waitFor()
  await page.locator('td code', { hasText: sha256 }).waitFor()
})

test('a filter is kept in the address over a reload', async () => {
  await go('#/triggers')
  await page.getByLabel('Status').selectOption({ label: 'Resolved' })
  await sees('No trigger has this status.')
  await page.reload()
  await sees('No trigger has this status.')
  expect(await page.getByLabel('Status').inputValue()).toBe('2')
})

test('the audit log is filtered, an entry is proven in the browser, and the shown entries are saved', async () => {
  await go('#/audit?operation=createIncident')
  const row = page.getByRole('button', { name: 'createIncident', exact: true })
  await row.waitFor()
  expect(await page.locator('tbody tr').count()).toBe(1)
  await row.click()
  await page.getByText('This browser computed the root of the checkpoint').waitFor()
  await press('All calls')
  await page.locator('dialog').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Caller (id)').inputValue()).toBe(at.organization.keyId)
  const saved = async (format: string) => {
    await field('format').selectOption(format)
    const download = page.waitForEvent('download')
    await submit()
    return readFile(await (await download).path(), 'utf8')
  }
  await go('#/audit?operation=createIncident&outcome=1')
  await expect.poll(() => page.getByLabel('Outcome').inputValue()).toBe('1')
  await page.getByRole('button', { name: 'createIncident', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [heading, line, ...rest] = (await saved('csv')).split('\r\n')
  expect([heading!.split(',')[2], line!.split(',')[2], rest]).toEqual(['operation', 'createIncident', ['']])
  await sees('1 entry saved.')
  expect(JSON.parse(await saved('json'))).toMatchObject([{ operation: 'createIncident', v: 1 }])
  await page.keyboard.press('Escape')
  await go('#/audit?operation=noSuchOperation')
  await sees('No entry matches.')
})

test('incidents are selected by keys, kept as a view and moved together; a refusal names the incident', async () => {
  const titles = ['First of three', 'Second of three', 'Third of three']
  for (const title of titles) {
    const made = await call(at.baseUrl, '/api/v1/incidents', {
      key: at.organization.key,
      body: { title, severity: 'low' },
    })
    expect(made.status).toBe(201)
  }
  await go('#/incidents?severity=1&order=2')
  await page.getByRole('link', { name: titles[2]! }).waitFor()
  expect(await page.locator('tbody .row').allTextContents()).toEqual(titles)
  const focused = () => page.evaluate('document.activeElement.textContent')
  for (const [key, title] of [
    ['j', 0],
    ['j', 1],
    ['j', 2],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused()).toBe(titles[title])
  }
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: titles[0]! }).focus()
  await page.keyboard.press('j')
  expect(await focused()).toBe(titles[0])

  await press('Save view')
  await field('name').fill('<b>Low, oldest first</b>')
  await submit()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.getByLabel('View').selectOption({ label: 'Overdue' })
  await sees('No incident matches.')
  await page.reload()
  await page.getByLabel('View').selectOption({ label: '<b>Low, oldest first</b>' })
  await page.getByRole('link', { name: titles[0]! }).waitFor()

  for (const title of titles) await page.getByRole('checkbox', { name: `Choose ${title}` }).check()
  await sees('3 incidents selected')
  // Another person moves one of them meanwhile.
  const [first] = (await call(at.baseUrl, '/api/v1/incidents?search=First', { key: at.organization.key }))
    .body.data
  await controlClient(at.baseUrl, IncidentService, at.organization.admin.session).moveIncident({
    id: first.id,
    status: IncidentStatus.CONTAINED,
  })
  await press('Move them')
  await field('status').selectOption({ label: 'Contained' })
  await field('note').fill('one sender')
  await submit()
  await sees('2 incidents moved.')
  await page.locator('dialog .notice li', { hasText: titles[0]! }).waitFor()
  await press('Done')
  const { data } = (await call(at.baseUrl, '/api/v1/incidents?search=three', { key: at.organization.key }))
    .body
  expect(data.map(({ status }: { status: string }) => status)).toEqual([
    'contained',
    'contained',
    'contained',
  ])
  await page.getByLabel('View').selectOption({ label: '<b>Low, oldest first</b>' })
  await press('Delete view')
  await press('Save view')
  await page.keyboard.press('Escape')
})

test('Ctrl K opens a page by its name', async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).waitFor()
  await page.keyboard.type('people')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
})

test('signing out ends the session, and going back asks to sign in with the focus in the first field', async () => {
  await press('Sign out')
  await page.locator('input[name=password]').waitFor()
  await page.goto(`${at.baseUrl}/console/?again#/keys`)
  await page.locator('input[name=email]:focus').waitFor()
})

test('the filter of /docs shortens its contents', async () => {
  await page.goto(`${at.baseUrl}/docs`)
  const shown = page.locator('nav li[data-text]:not([hidden])')
  await page.locator('#filter').waitFor()
  const before = await shown.count()
  await page.locator('#filter').fill('supplier')
  const after = await shown.count()
  expect(after).toBeGreaterThan(1)
  expect(after).toBeLessThan(before)
})

test('no page sent a request to another origin or broke the content security policy', () => {
  // A data: URL is the browser's own icon of a date field; a blob: is the file that was exported. Neither leaves.
  const asked = booted.requests.filter((url) => !/^(?:about|data|blob):/.test(url))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((url) => !url.startsWith(`${at.baseUrl}/`))).toEqual([])
  const provoked = /status of (?:401|503)|status of 400 .*MoveIncident$|ERR_FAILED/
  expect(booted.problems.filter((text) => !provoked.test(text))).toEqual([])
})
