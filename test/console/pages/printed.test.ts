import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
let page: BrowserPage
beforeAll(async () => {
  opened = await openConsole()
  page = opened.page
  await opened.enterAs('admin')
  await page.emulateMedia({ media: 'print' })
})
afterAll(() => opened?.close())

/** The generated content after the text of an element in print. */
const printedAfter = (selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.ownerDocument.defaultView!.getComputedStyle(element, '::after').content)

test('a printed audit log shows each call with its caller and time, to the minute', async () => {
  await opened.open('#/audit')
  const row = page.locator('main tbody tr[data-row]', { hasText: 'createIncident' }).first()
  expect(await row.getByText('createIncident', { exact: true }).isVisible()).toBe(true)
  expect(await printedAfter('main tbody time')).toMatch(/^" · .*\d{4}.*\d\d:\d\d/)
})

test('a printed list of incidents shows exact deadlines and times, without checkboxes', async () => {
  await opened.open('#/incidents')
  expect(await page.locator('main tbody .row').first().isVisible()).toBe(true)
  expect(await printedAfter('main tbody time.due')).toMatch(/^" · .*\d{4}.*\d\d:\d\d/)
  await page.setViewportSize({ width: 780, height: 1100 })
  const beyond = await page.locator('main tbody time').evaluateAll((times) =>
    times.map((time) => {
      const cell = time.closest('td')!.getBoundingClientRect()
      return Math.max(0, Math.round(time.getBoundingClientRect().right - cell.right))
    }),
  )
  expect(new Set(beyond)).toEqual(new Set([0]))
  expect(await page.locator('main .choose').first().isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  expect(await printedAfter('main tbody time.due')).toBe('none')
  expect(await page.locator('main .choose').first().isVisible()).toBe(true)
})

test('a printed page of an AI system shows a filter only where it chooses rows', async () => {
  await page.emulateMedia({ media: 'print' })
  const shown = () => page.locator('main .filter:visible span:first-child').allTextContents()
  await opened.open(`#/systems/${opened.filled.systemId}`)
  await page.getByRole('heading', { name: 'Gate decisions' }).waitFor()
  expect(await page.locator('main .filter').count()).toBeGreaterThan(3)
  expect(await shown()).toEqual([])
  await opened.open(`#/systems/${opened.filled.systemId}?verdict=1`)
  await expect.poll(shown).toEqual(['Decision'])
  await page.emulateMedia({ media: 'screen' })
  expect((await shown()).length).toBeGreaterThan(3)
})

test('badges have a border where the reader\u2019s own colours replace those of the page', async () => {
  await opened.open('#/incidents')
  const badge = page.locator('main tbody .badge').first()
  const border = () =>
    badge.evaluate((one) => one.ownerDocument.defaultView!.getComputedStyle(one).borderTopWidth)
  expect(await border()).toBe('0px')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await border()).toBe('1px')
  await page.emulateMedia({ forcedColors: 'none' })
})
