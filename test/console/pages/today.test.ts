import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { posting } from '../support/post.ts'
import { signIn } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
let page: BrowserPage
beforeAll(async () => {
  booted = await bootConsole({ size: { width: 320, height: 640 } })
  ;({ at, page } = booted)
  await signIn(page, at, at.organization.admin)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
})
afterAll(() => booted?.close())

const tiles = () => page.locator('.tiles a')

test('the first page of an organization without records names the next steps, each by a link', async () => {
  for (const [title, addresses] of [
    ['No report is due.', ['#/incidents', '#/webhooks']],
    ['No AI systems yet.', ['#/systems']],
  ] as const) {
    const empty = page.locator('.empty', { hasText: title })
    await empty.waitFor()
    const links = await empty.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect([title, links]).toEqual([title, addresses])
  }
})

test('the first page counts incidents with an overdue report, exactly, and leads to their list', async () => {
  const post = posting(at)
  const detected_at = new Date(Date.now() - 100 * 3_600_000).toISOString()
  for (const title of ['Unreported breach', 'Another one']) {
    await post('/incidents', { title, severity: 'critical', detected_at })
  }
  await post('/incidents', { title: 'Reported in time', severity: 'critical' })
  await page.reload()
  const overdue = tiles().filter({ hasText: 'With an overdue report' })
  expect(await overdue.locator('.count').textContent()).toBe('2')
  await overdue.click()
  await expect
    .poll(() => page.locator('main tbody .row').allTextContents())
    .toEqual(['Another one', 'Unreported breach'])
  await page.goBack()
})

test('the figures of the first page fit into a window of 320 pixels', async () => {
  await tiles().nth(3).waitFor()
  const beyond = await tiles().evaluateAll(
    (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
  )
  expect(beyond).toBe(0)
})

test('a figure that has no upper bound says that there are at least so many', async () => {
  await page.route('**/*CountIncidents', (route) => route.fulfill({ json: { count: '10000', more: true } }))
  await page.reload()
  await page.getByText('≥ 10,000').waitFor()
})
