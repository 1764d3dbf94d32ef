import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { openPage, type Page } from './browser.ts'

let at: TestInstallation
let browser: Page
let page: BrowserPage
beforeAll(async () => {
  at = await bootInstallation()
  browser = await openPage()
  page = browser.page
})
afterAll(async () => {
  await browser?.close()
  await at?.stop()
})

const press = (label: string) => page.getByRole('button', { name: label, exact: true }).last().click()
const sees = (text: string) => page.getByText(text).first().waitFor()
const go = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
const submit = () => page.locator('dialog form button[type=submit]').click()

test('a person signs in, sees an incident whose title looks like markup as text, and moves it', async () => {
  const title = '<img src=x onerror="document.title=1"> leaked'
  const created = await call(at.baseUrl, '/api/v1/incidents', {
    key: at.organization.key,
    body: { title, severity: 'high' },
  })
  await page.goto(`${at.baseUrl}/console/`)
  await page.locator('#input-email').fill(at.organization.admin.email)
  await page.locator('#input-password').fill('wrong password')
  await press('Sign in')
  await page.locator('.problem:not([hidden])').waitFor()
  await page.locator('#input-password').fill(at.organization.admin.password)
  await press('Sign in')
  await sees('Open incidents')
  await go(`#/incidents/${created.body.id}`)
  await sees(title)
  await press('Move')
  await page.locator('#input-status').selectOption('INCIDENT_STATUS_CONTAINED')
  await page.locator('#input-note').fill('Firewall rule closed')
  await submit()
  await sees('Firewall rule closed')
  expect(await page.locator('img[src=x]').count()).toBe(0)
  const moved = await call(at.baseUrl, `/api/v1/incidents/${created.body.id}`, { key: at.organization.key })
  expect(moved.body.status).toBe('contained')
})

test('a key is made, shown once, and works', async () => {
  await go('#/keys')
  await press('New key')
  await page.locator('#input-name').fill('made in the console')
  await page.locator('input[value="incidents:read"]').check()
  await submit()
  await sees('shown once')
  const key = (await page.locator('.reveal code').textContent())!
  expect((await call(at.baseUrl, '/api/v1/incidents', { key })).status).toBe(200)
  await press('Done')
  await page.locator('dialog').waitFor({ state: 'detached' })
})

test('every page of the menu opens without a complaint', async () => {
  const links = await page.locator('nav a').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  for (const href of hrefs) {
    await go(href!)
    await page.locator(`nav a[aria-current][href="${href}"]`).waitFor()
    await page.locator('main:not([aria-busy]) h1').waitFor()
  }
  expect(hrefs.length).toBeGreaterThan(8)
})

test('signing out ends the session: going back asks for the password', async () => {
  await press('Sign out')
  await page.locator('#input-password').waitFor()
  await page.goto(`${at.baseUrl}/console/?again#/keys`)
  await page.locator('#input-password').waitFor()
})

test('the docs page filters its contents', async () => {
  await page.goto(`${at.baseUrl}/docs`)
  const shown = page.locator('nav li[data-text]:not([hidden])')
  await page.locator('#filter').waitFor()
  const before = await shown.count()
  await page.locator('#filter').fill('supplier')
  const after = await shown.count()
  expect(after).toBeGreaterThan(1)
  expect(after).toBeLessThan(before)
})

test('no page asked another origin for anything, and no policy was broken', () => {
  // A data: URL is the browser's own icon of a date field; it leaves nothing.
  const asked = browser.requests.filter((url) => !/^(?:about|data):/.test(url))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((url) => !url.startsWith(`${at.baseUrl}/`))).toEqual([])
  expect(browser.problems.filter((text) => !text.includes('status of 401'))).toEqual([])
})
