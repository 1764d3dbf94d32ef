import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../harness/database.ts'
import { INCIDENT_ROWS } from '../../harness/incident-rows.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'

const MANY = 20_000

let booted: BootedConsole
let at: TestInstallation
let page: BrowserPage
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at, page } = booted)
  await overdue('Unreported breach')
  await insertNewer()
  await page
    .context()
    .addCookies([
      { name: 'attestry_session', value: at.organization.admin.session, url: `${at.baseUrl}/api/control` },
    ])
})
afterAll(() => booted?.close())

/** A significant incident whose early warning is overdue. */
async function overdue(title: string): Promise<void> {
  const detected_at = new Date(Date.now() - 100 * 3_600_000).toISOString()
  const body = { title, severity: 'critical', detected_at }
  const made = await call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key, body })
  expect(made.status).toBe(201)
}

/** Incidents newer than it, past the service, in the forms of the service. */
async function insertNewer(): Promise<void> {
  const { id } = at.organization
  await sql(at.databaseUrl, INCIDENTS, [id, MANY, Date.now()])
  await sql(at.databaseUrl, INCIDENT_ROWS, [id])
}

test('an overdue report is first on the first page, however many newer incidents there are', async () => {
  await page.goto(`${at.baseUrl}/console/#/`)
  await page.getByText('overdue').first().waitFor()
  const first = page.locator('main section.card').first()
  await first.getByRole('heading', { name: 'Reports that are due' }).waitFor()
  const row = first.locator('tbody tr').first()
  expect(await row.locator('td').first().textContent()).toBe('Unreported breach')
  expect(await row.textContent()).toContain('overdue')
})

test('a list of very many incidents scrolls far down with few rows in the document', async () => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${at.baseUrl}/console/?measured#/incidents`)
  await page.evaluate(OBSERVE)
  const rows = page.locator('tbody tr[data-row]')
  await rows.nth(20).waitFor()
  const loaded = await page.evaluate('structuredClone(window.measured)')
  await page.evaluate('window.measured.longest_task_ms = 0')
  for (const pages of [2, 4, 6, 8, 10]) {
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000)
        expect(await page.locator('main [role=alert]').allTextContents()).toEqual([])
        return Number(await page.evaluate(FURTHEST))
      })
      .toBeGreaterThan((pages - 1) * 100)
    expect(await rows.count()).toBeLessThan(100)
  }
  const scrolled = await page.evaluate('window.measured')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  console.info(
    `incidents on a four-fold slowed processor: loaded ${JSON.stringify(loaded)}, scrolled ${JSON.stringify(scrolled)}`,
  )
  expect(await page.locator('main table').getAttribute('aria-rowcount')).toBe('-1')
})

test('each row of a windowed list states its index, keys move through it, and the focused row stays', async () => {
  await page.goto(`${at.baseUrl}/console/?keys#/incidents`)
  const rows = page.locator('tbody tr[data-row]')
  await rows.nth(20).waitFor()
  expect(await rows.first().getAttribute('aria-rowindex')).toBe('2')
  // The rows give the widths of the columns, not the headings: "Next deadline" is longer than "Title".
  const widthOf = async (name: string) =>
    (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0
  expect(await widthOf('Title')).toBeGreaterThan(1.5 * (await widthOf('Next deadline')))
  for (let pressed = 1; pressed <= 80; pressed++) {
    await page.keyboard.press('j')
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('tr')?.getAttribute('aria-rowindex')`))
      .toBe(String(pressed + 1))
  }
  const title = await page.evaluate('document.activeElement.textContent')
  await page.evaluate('window.scrollTo(0, 0)')
  await expect.poll(() => rows.first().getAttribute('aria-rowindex')).toBe('2')
  expect(await page.evaluate('document.activeElement.textContent')).toBe(title)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`)
  expect(await rows.count()).toBeGreaterThanOrEqual(100)
  await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`)
  await page.emulateMedia({ media: 'screen' })
})

test('going back from an incident returns to its row, far down the list', async () => {
  await page.goto(`${at.baseUrl}/console/?back#/`)
  await page.getByRole('link', { name: 'Incidents', exact: true }).click()
  await page.locator('tbody tr[data-row]').nth(20).waitFor()
  await page.mouse.move(900, 700)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000)
      return Number(await page.evaluate(FURTHEST))
    })
    .toBeGreaterThan(400)
  // The list may still move, so the opened row is read from its own page.
  await page.locator('tbody tr[data-row] .row').nth(15).click()
  await page.waitForURL(/#\/incidents\/./)
  const heading = page.getByRole('heading', { level: 1, name: /^Alert \d+/ })
  const [title] = /^Alert \d+/.exec((await heading.textContent())!)!
  await page.goBack()
  await expect.poll(async () => page.locator('tbody tr[data-row] .row').allTextContents()).toContain(title)
})

test('a list of very many incidents can be searched', async () => {
  await page.getByLabel('Search').fill('unreported')
  await page.keyboard.press('Enter')
  await page.getByText('1 incident', { exact: true }).waitFor()
  expect(await page.locator('tbody tr .row').first().textContent()).toContain('Unreported breach')
  expect(booted.problems).toEqual([])
})

/** The place of the last row that is in the document. */
const FURTHEST = `Number([...document.querySelectorAll('tbody tr[data-row]')].at(-1).getAttribute('aria-rowindex'))`

const OBSERVE = `
  window.measured = { largest_paint_ms: 0, longest_task_ms: 0, tasks: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.measured.largest_paint_ms = Math.round(startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.measured.longest_task_ms = Math.max(window.measured.longest_task_ms, Math.round(duration))
      window.measured.tasks++
    }
  }).observe({ type: 'longtask', buffered: true })`

const INCIDENTS = `
  insert into ledger.incidents (org_id, id, version, entry_id, position, record)
  select $1, made.id, 1, made.id, 0, jsonb_build_object(
    'id', made.id, 'version', 1, 'note', null, 'organization_id', $1::uuid, 'title', 'Alert ' || n,
    'description', 'of rule ' || n % 300, 'severity', 'low', 'affected_systems', '[]'::jsonb,
    'affected_persons_count', 0, 'regulation', 'nis2', 'is_significant', false, 'early_warning_deadline', said.at,
    'notification_deadline', said.at, 'final_report_deadline', said.at, 'detected_at', said.at, 'created_at', said.at,
    'status', 'closed', 'source', jsonb_build_object('kind', 'api', 'id', 'many', 'format', null, 'source_system', null,
      'external_id', null, 'occurred_at', null, 'received_at', said.at, 'body_sha256', null, 'product', null,
      'mapping_version', null, 'notes', '[]'::jsonb))::text
  from (select n, (lpad(to_hex($3::bigint + n), 12, '0') || '7000800000000000' || lpad(to_hex(n % 65536), 4, '0'))::uuid as id
    from generate_series(1, $2::int) as n) as made,
    lateral (select to_char(to_timestamp($3::bigint / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as at) as said`
