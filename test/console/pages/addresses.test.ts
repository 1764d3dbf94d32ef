import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())

/** Parameters that a page reads, with values that it cannot read. */
const UNREADABLE = {
  '/incidents': [
    ...[
      'from=abc',
      'to=2026-02-30',
      'from=99999-01-01',
      'status=abc',
      'status=77',
      'severity=x',
      'regulation=99',
    ],
    ...['significant=abc', 'overdue=abc', 'owner=abc', 'order=9', `q=${'a'.repeat(201)}`, 'q=%00'],
  ],
  '/triggers': ['system=abc', 'status=99'],
  '/proposals': ['status=abc'],
  '/evaluations': ['passed=abc', 'type=abc', 'system=abc', 'order=abc'],
  '/agent-runs': ['agent=abc', 'status=abc', 'order=77'],
  '/systems': ['order=abc'],
  '/agents': ['system=abc', 'order=abc'],
  '/assets': ['status=abc', 'classification=0', 'criticality=9'],
  '/suppliers': ['category=abc', 'assessment=9'],
  '/audit': [
    ...['from=abc', 'to=abc', 'kind=abc', 'outcome=99', 'actor=abc', 'record=abc', 'order=abc', 'reads=abc'],
    ...[`operation=${'a'.repeat(101)}`, 'entry=abc'],
  ],
  '/notifications': ['state=abc'],
}

test('a page names the unreadable parameters of a link, and shows the list without them', async () => {
  const { page } = opened
  const cases = [
    ...Object.entries(UNREADABLE),
    [`/systems/${opened.filled.systemId}`, ['verdict=abc', 'reason=99', 'd.order=abc']] as const,
    [
      `/webhooks/${opened.filled.endpointId}`,
      ['outcome=abc', 'signed=abc', 'a.order=abc', 'r.q=%00'],
    ] as const,
    [
      `/incidents/${opened.filled.incidentId}/reports/${opened.filled.reportId}`,
      ['version=abc', 'version=0'],
    ] as const,
  ]
  for (const [path, parameters] of cases) {
    for (const parameter of parameters) {
      await opened.open('#/account')
      await opened.open(`#${path}?${parameter}`)
      const said = await page.locator('.unread').textContent()
      expect(said).toContain(`Not understood, and left out: ${parameter.split('=')[0]}=`)
      expect([parameter, await page.locator('.failed').allTextContents()]).toEqual([parameter, []])
    }
  }
  expect(opened.problems).toEqual([])
})

test('unreadable parameters, and no others, are removed from the address', async () => {
  const { page } = opened
  await opened.open('#/incidents?severity=4&from=abc')
  await page.getByText('1 incident', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove from the address' }).click()
  await page.locator('.unread').waitFor({ state: 'detached' })
  expect(await page.evaluate('location.hash')).toBe('#/incidents?severity=4')
  expect(await page.getByLabel('Severity').inputValue()).toBe('4')
})

test('a filter shows a chosen value that the reader may not list, or that is beyond the list', async () => {
  const nobody = '01a2198c-af18-7000-ab8f-3718b1651298'
  await opened.open(`#/incidents?owner=${nobody}`)
  await opened.page.getByText('No incident matches.').waitFor()
  expect(await opened.page.getByLabel('Owner').inputValue()).toBe(nobody)
})

test('an address with a malformed id leads to "Page not found"', async () => {
  for (const path of ['/incidents/abc', '/systems/1', '/webhooks/a%20b', '/nowhere']) {
    await opened.open('#/account')
    await opened.page.evaluate(`location.hash = '#${path}'`)
    await opened.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  }
})

test('a link to an audit entry opens it, however old, and says if it is not in the log', async () => {
  const { page, at } = opened
  const audit = controlClient(at.baseUrl, AuditService, at.organization.admin.session)
  const { entries } = await audit.listEntries({ order: 2, page: { limit: 1 } })
  for (let n = 0; n < 110; n++) await audit.listEntries({ page: { limit: 1 } })
  await opened.open('#/account')
  await opened.open(`#/audit?entry=${entries[0]!.id}`)
  await page.locator('dialog').getByText(entries[0]!.id).first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await opened.open('#/audit?entry=01a2198c-af18-7000-ab8f-3718b1651298')
  await page.getByText('The entry of the link is not in this log.').waitFor()
  expect(opened.problems).toEqual([])
})
