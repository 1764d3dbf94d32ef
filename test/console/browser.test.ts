import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { CHROMIUM, openPage, type Page } from './browser.ts'

/** Needs a Chromium (CHROMIUM names it); skipped, and reported as skipped, on a machine without. */
describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  let at: TestInstallation
  let page: Page
  beforeAll(async () => {
    at = await bootInstallation()
    page = await openPage()
  })
  afterAll(async () => {
    await page.close()
    await at.stop()
  })

  const set = (id: string, value: string) =>
    page.run(`document.getElementById(${JSON.stringify(id)}).value = ${JSON.stringify(value)}`)
  const press = async (label: string) => {
    const found = `[...document.querySelectorAll('button')].findLast((button) => button.textContent === ${JSON.stringify(label)})`
    await page.until(`${found} !== undefined`)
    await page.run(`${found}.click()`)
  }
  const sees = (text: string) => page.until(`document.body.innerText.includes(${JSON.stringify(text)})`)

  test('a person signs in, sees an incident whose title looks like markup as text, and moves it', async () => {
    const title = '<img src=x onerror="document.title=1"> leaked'
    const created = await call(at.baseUrl, '/api/v1/incidents', {
      key: at.organization.key,
      body: { title, severity: 'high' },
    })
    await page.goto(`${at.baseUrl}/console/`)
    await page.until("document.getElementById('input-email') !== null")
    await set('input-email', at.organization.admin.email)
    await set('input-password', 'wrong password')
    await press('Sign in')
    await page.until("document.querySelector('.problem:not([hidden])') !== null")
    await set('input-password', at.organization.admin.password)
    await press('Sign in')
    await sees('Open incidents')
    await page.run(`location.hash = '#/incidents/${created.body.id}'`)
    await sees(title)
    await press('Move')
    await set('input-status', 'INCIDENT_STATUS_CONTAINED')
    await set('input-note', 'Firewall rule closed')
    await page.run("document.querySelector('dialog form').requestSubmit()")
    await sees('Firewall rule closed')
    expect(await page.run('document.querySelectorAll("img[src=x]").length')).toBe(0)
    const moved = await call(at.baseUrl, `/api/v1/incidents/${created.body.id}`, { key: at.organization.key })
    expect(moved.body.status).toBe('contained')
  })

  test('a key is made, shown once, and works', async () => {
    await page.run("location.hash = '#/keys'")
    await sees('New key')
    await press('New key')
    await set('input-name', 'made in the console')
    await page.run('document.querySelector(\'input[value="incidents:read"]\').click()')
    await page.run("document.querySelector('dialog form').requestSubmit()")
    await sees('shown once')
    const key = await page.run("document.querySelector('.reveal code').textContent")
    expect((await call(at.baseUrl, '/api/v1/incidents', { key })).status).toBe(200)
    await press('Done')
    await page.until("document.querySelector('dialog') === null")
  })

  test('every page of the menu opens without a complaint', async () => {
    const hrefs = await page.run(
      "[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))",
    )
    for (const href of hrefs as string[]) {
      await page.run(`location.hash = ${JSON.stringify(href)}`)
      await page.until(
        `document.querySelector('nav a[aria-current]')?.getAttribute('href') === ${JSON.stringify(href)} && !document.querySelector('main[aria-busy]') && document.querySelector('main h1') !== null`,
      )
    }
    expect(hrefs.length).toBeGreaterThan(8)
  })

  test('signing out ends the session: going back shows the sign-in page', async () => {
    await press('Sign out')
    await page.until("document.getElementById('input-password') !== null")
    await page.goto(`${at.baseUrl}/console/?again#/keys`)
    await page.until("document.getElementById('input-password') !== null")
  })

  test('the docs page filters its contents', async () => {
    await page.goto(`${at.baseUrl}/docs`)
    await page.until("document.getElementById('filter').hidden === false")
    const shown = "document.querySelectorAll('nav li[data-text]:not([hidden])').length"
    const before = await page.run(shown)
    await page.run("filter.value = 'supplier'; filter.dispatchEvent(new Event('input'))")
    const after = await page.run(shown)
    expect(after).toBeGreaterThan(1)
    expect(after).toBeLessThan(before)
  })

  test('no page asked another origin for anything, and no policy was broken', () => {
    // A data: URL is the browser's own icon of a date field; it leaves nothing.
    const asked = page.requests.filter((url) => !/^(?:about|data):/.test(url))
    const elsewhere = asked.filter((url) => !url.startsWith(`${at.baseUrl}/`))
    expect(elsewhere).toEqual([])
    expect(page.problems.filter((problem) => !problem.includes('status of 401'))).toEqual([])
  })
})
