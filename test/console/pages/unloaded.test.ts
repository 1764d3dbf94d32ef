import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
let page: BrowserPage
beforeAll(async () => {
  opened = await openConsole()
  page = opened.page
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())

/** The server's reaction to calls of an RPC until `end`: nothing, or an error. */
async function meanwhile(rpc: string, does: 'waits' | 'fails') {
  const place = `**/*${rpc}`
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(place, async (route) => {
    if (does === 'fails') return route.fulfill({ status: 500, json: { code: 'internal' } })
    await promise
    await route.continue()
  })
  return {
    async end(): Promise<void> {
      resolve()
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}

test('the list of incidents shows deadlines as loading until they are fetched', async () => {
  const waits = await meanwhile('ListNextObligations', 'waits')
  await opened.open('#/incidents')
  const deadlines = page.locator('tbody td[data-label="Next deadline"]')
  await deadlines.first().waitFor()
  expect(new Set(await deadlines.allTextContents())).toEqual(new Set(['loading …']))
  await waits.end()
  await expect.poll(() => deadlines.last().textContent()).toMatch(/overdue|late/)
  expect(await deadlines.getByText('loading …').count()).toBe(0)
})

test('deadlines that could not be fetched are not shown as none, and can be fetched again', async () => {
  const fails = await meanwhile('ListNextObligations', 'fails')
  await page.reload()
  await opened.open('#/incidents')
  const deadlines = page.locator('tbody td[data-label="Next deadline"]')
  await page.getByText('This part could not be loaded.').waitFor()
  expect(new Set(await deadlines.allTextContents())).toEqual(new Set(['not loaded']))
  await fails.end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => deadlines.last().textContent()).toMatch(/overdue|late/)
  expect(await page.locator('.failed').count()).toBe(0)
})

test('an incident whose reports could not be fetched says so', async () => {
  const fails = await meanwhile('ListIncidentReports', 'fails')
  await page.reload()
  await opened.open(`#/incidents/${opened.filled.incidentId}`)
  const reports = page.locator('.card', { hasText: 'A filing names the version that was sent.' })
  await reports.getByText('This part could not be loaded.').waitFor()
  await fails.end()
  await reports.getByRole('button', { name: 'Try again' }).click()
  await reports.getByText('Early warning, NIS2').waitFor()
})

test('suites whose thresholds could not be fetched say so, and offer a new version once they are', async () => {
  const fails = await meanwhile('GetSuiteOutcome', 'fails')
  await page.reload()
  await opened.open(`#/systems/${opened.filled.systemId}`)
  const suites = page.locator('#suites')
  await suites.getByText('This part could not be loaded.').waitFor()
  const editor = suites.getByRole('button', { name: /^New version/ })
  expect(await editor.count()).toBe(0)
  await fails.end()
  await suites.getByRole('button', { name: 'Try again' }).click()
  await editor.waitFor()
  expect(await suites.locator('.failed').count()).toBe(0)
})
