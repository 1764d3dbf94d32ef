import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type Page } from '../console/support/browser.ts'
import { builtConsole } from '../console/support/built.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
let browser: Page
let page: BrowserPage
beforeAll(async () => {
  await builtConsole()
  at = await bootInstallation()
  browser = await openPage()
  page = browser.page
  await page.goto(`${at.baseUrl}/docs`)
  await page.locator('#filter').waitFor()
})
afterAll(async () => {
  await browser?.close()
  await at?.stop()
})

const contents = () => page.locator('nav li[data-text]:not([hidden]) a').evaluateAll(hashes)
const hashes = (links: { hash?: string }[]) => links.map(({ hash }) => hash!.slice(1))
const search = (words: string) => page.locator('#filter').fill(words)
const shownSamples = (operation: string) =>
  page
    .locator(`#${operation} figure[data-language]`)
    .evaluateAll((figures) =>
      figures
        .filter((figure) => (figure as unknown as { offsetHeight: number }).offsetHeight > 0)
        .map((figure) => `${figure.getAttribute('data-language')} ${figure.getAttribute('data-form')}`),
    )

test('the contents of /docs are beside the text, which has most of the width', async () => {
  const [nav, main] = [await page.locator('nav').boundingBox(), await page.locator('main').boundingBox()]
  expect(nav!.x).toBe(0)
  expect(main!.x).toBeGreaterThanOrEqual(nav!.width)
  expect(main!.width).toBeGreaterThan(3 * nav!.width)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
})

test('the search of /docs finds words in titles, texts, fields and examples, and shows the place', async () => {
  const all = await contents()
  await search('supplier')
  expect(await contents()).toEqual(
    expect.arrayContaining(['createSupplier', 'listSuppliers', 'schema-Supplier']),
  )
  expect((await contents()).length).toBeLessThan(all.length)
  // A field of a request, a word of a guide, a word of an example, two words that are apart.
  for (const [words, target] of [
    ['business_criticality', 'createAsset'],
    ['full stop', 'webhook-signature'],
    ['urlopen', 'queryGate'],
    ['idempotency timeout', 'conventions'],
  ] as const) {
    await search(words)
    expect(await contents(), words).toContain(target)
    expect(await page.locator('#found').textContent()).toMatch(/^\d+ found$/)
  }
  expect(await page.locator('nav li:not([hidden]) a[href="#conventions"] mark').textContent()).toMatch(
    /idempotency/i,
  )
  await search('<img src=x>')
  expect(await page.locator('#found').textContent()).toBe('Nothing holds all of these words.')
  await search('')
  expect(await contents()).toEqual(all)
})

test('in /docs, / leads to the search, Enter to its first result, Escape out of it', async () => {
  await page.locator('main').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('attestation of a decision signed')
  await page.keyboard.press('Escape')
  expect(await page.locator('#filter').inputValue()).toBe('')
  await page.keyboard.type('in-toto statement')
  const [first] = await contents()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('location.hash')).toBe(`#${first}`)
  await search('')
})

test('the reader of /docs chooses one language for all examples, and a body form for each batch', async () => {
  expect(await shownSamples('createIncident')).toEqual(['curl one'])
  await page.getByRole('radio', { name: 'Python' }).check()
  expect(await shownSamples('createIncident')).toEqual(['python one'])
  await page.locator('#submitRuns').getByRole('radio', { name: 'An object with runs' }).check()
  expect(await shownSamples('submitRuns')).toEqual(['python named'])
  expect(await shownSamples('submitEvaluations')).toEqual(['python one'])
  await page.getByRole('radio', { name: 'curl' }).check()
})

test('the copy button of /docs copies the whole example', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const figure = page.locator('#createIncident figure[data-language=curl]')
  await figure.getByRole('button').click()
  const code = await figure.locator('code').textContent()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(code)
  expect(code).toContain('curl --fail-with-body')
})

test('/docs sends an operation with a key that is kept only in its form fields', async () => {
  const { key } = at.organization
  const form = (id: string) => page.locator(`#${id} details.try`)
  await form('createIncident').locator('summary').click()
  await form('createIncident').getByRole('button', { name: 'Send POST' }).click()
  await form('createIncident').getByText('Enter an API key.').waitFor()
  await form('createIncident').locator('[data-key]').fill(key)
  const title = '<img src=x onerror="document.title=1">'
  await form('createIncident')
    .locator('textarea')
    .fill(JSON.stringify({ title, severity: 'low' }))
  await form('createIncident').getByRole('button', { name: 'Send POST' }).click()
  await form('createIncident')
    .getByText(/^201 · X-Request-Id [0-9a-f-]{36}$/)
    .waitFor()
  const answer = JSON.parse((await form('createIncident').locator('.outcome code').textContent())!)
  expect(answer.title).toBe(title)
  expect(await page.title()).not.toBe('1')

  // The key went to the other forms of the page; ids and parameters go where they belong.
  await form('getIncident').locator('summary').click()
  await form('getIncident').locator('[name=id]').fill(answer.id)
  await form('getIncident').getByRole('button', { name: 'Send GET' }).click()
  await form('getIncident').getByText(/^200 /).waitFor()
  await form('listIncidents').locator('summary').click()
  await form('listIncidents').locator('[name=search]').fill('onerror=')
  await form('listIncidents').getByRole('button', { name: 'Send GET' }).click()
  await form('listIncidents').getByText(/^200 /).waitFor()
  expect(JSON.parse((await form('listIncidents').locator('.outcome code').textContent())!).data).toHaveLength(
    1,
  )

  const kept = (await page.evaluate(
    `JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href])`,
  )) as string
  expect(kept).not.toContain(key)
  expect((await page.context().cookies()).filter(({ value }) => value.includes(key))).toEqual([])
  expect(browser.requests.filter((url) => url.includes(key))).toEqual([])
  await page.reload()
  await page.locator('#filter').waitFor()
  for (const input of await page.locator('[data-key]').all()) expect(await input.inputValue()).toBe('')
  const { body } = await call(at.baseUrl, `/api/v1/incidents/${answer.id}`, { key })
  expect(body.title).toBe(title)
})

test('/docs shows a refused key, and a server that does not answer', async () => {
  const form = page.locator('#listAssets details.try')
  await form.locator('summary').click()
  await form.locator('[data-key]').fill('atk_unknown')
  await form.getByRole('button', { name: 'Send GET' }).click()
  await form.getByText(/^401 /).waitFor()
  await page.route('**/api/v1/assets', (route) => route.abort())
  await form.getByRole('button', { name: 'Send GET' }).click()
  await form.getByText(/^No answer: /).waitFor()
  await page.unroute('**/api/v1/assets')
})

test('/docs is complete without JavaScript, and shows no control that would do nothing', async () => {
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${at.baseUrl}/docs`)
  const figures = plain.locator('#submitRuns figure[data-language]')
  expect(await figures.count()).toBe(9)
  for (const figure of await figures.all()) expect(await figure.isVisible()).toBe(true)
  for (const hidden of ['#filter', '#languages', '#submitRuns .forms', '#submitRuns .try', '[data-copy]'])
    expect(await plain.locator(hidden).first().isVisible(), hidden).toBe(false)
  await context.close()
})

test('/docs sent no request to another origin, and broke no content security policy', () => {
  const asked = browser.requests.filter((url) => !/^(?:about|data|blob):/.test(url))
  expect(asked.filter((url) => !url.startsWith(`${at.baseUrl}/`))).toEqual([])
  const provoked = /status of (?:400|401)|ERR_FAILED/
  expect(browser.problems.filter((text) => !provoked.test(text))).toEqual([])
})
