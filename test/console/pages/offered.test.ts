import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Moment } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Role } from '../../../services/kernel/identity/caller.ts'
import { timestamp } from '../../../services/kernel/values/time.ts'
import { controlClient } from '../../harness/control.ts'
import { call } from '../../harness/rest.ts'
import { controlsOf } from '../support/controls.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
let page: BrowserPage
beforeAll(async () => {
  opened = await openConsole()
  ;({ page } = opened)
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const { dialog, field, press, submit, leave } = controlsOf(() => page)

test('a duplicate incident names the other one, and offers no action that would be refused', async () => {
  const { at, filled } = opened
  const { session } = at.organization.admin
  const [id, intoId] = [filled.otherIncidentId, filled.incidentId]
  await controlClient(at.baseUrl, IncidentWorkService, session).mergeIncident({ id, intoId, reason: 'same' })
  const incidents = controlClient(at.baseUrl, IncidentService, session)
  const { incident: into } = await incidents.getIncident({ id: intoId })
  await opened.open(`#/incidents/${id}`)
  const notice = page.locator('.notice', { hasText: 'This incident is a duplicate of' })
  await notice.getByRole('link', { name: into!.title }).waitFor()
  const offered = (name: RegExp) => page.getByRole('button', { name }).count()
  for (const refused of [/^Assess/, /^Set a moment/, /^Mark as duplicate/])
    expect(await offered(refused)).toBe(0)
  expect(await page.getByText('Assess the incident if a law applies to it.').count()).toBe(0)
  // The remaining steps are done.
  await page.getByRole('button', { name: /^Edit / }).click()
  expect(await dialog().locator('select, [type="datetime-local"]').count()).toBe(0)
  await field('title').fill('Corrected duplicate')
  await field('reason').fill('a typing error')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Corrected duplicate' }).waitFor()
  // The other one leads back, and is offered everything but to become a duplicate itself.
  await notice.getByRole('link').click()
  await page.locator('.facts').getByRole('link', { name: 'Corrected duplicate' }).waitFor()
  expect([await offered(/^Assess/), await offered(/^Set a moment/)]).toEqual([1, 1])
  expect(await offered(/^Mark as duplicate/)).toBe(0)
})

test('the assessment form offers its law’s levels, and the form of moments keeps a known one to the second', async () => {
  const { at, filled } = opened
  const { session } = at.organization.admin
  const { incidentId: id } = filled
  const aware = new Date('2026-01-02T10:20:30.000Z')
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  await work.setIncidentMoments({ id, moments: [{ moment: Moment.AWARE, at: timestamp(aware) }] })
  await page.reload()
  await opened.open(`#/incidents/${id}`)
  await page.getByRole('button', { name: /^Assess / }).click()
  await field('regime').selectOption({ label: 'GDPR' })
  const levels = () => field('level').locator('option').allTextContents()
  expect(await levels()).toEqual(['Risk to people', 'High risk to people', 'Not reportable'])
  await field('applies').selectOption('no')
  expect(await field('level').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: /^Set a moment/ }).click()
  await field('moment').selectOption({ label: 'Aware' })
  expect(await field('at').inputValue()).not.toBe('')
  await field('saidBy').fill('the desk')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const incidents = controlClient(at.baseUrl, IncidentService, session)
  const { incident } = await incidents.getIncident({ id })
  const known = incident!.work!.moments.find(({ moment }) => moment === Moment.AWARE)!
  expect([known.saidBy, known.at]).toEqual(['the desk', timestamp(aware)])
})

test('the form of a new channel asks for what its kind needs', async () => {
  await opened.open('#/channels')
  await press('New channel')
  const asked = async (kind: string) => {
    await field('kind').selectOption({ label: kind })
    const labels = await dialog().locator('.input > label').allInnerTexts()
    return labels.filter((label) => /address/i.test(label)).map((label) => label.replace(/ required$/, ''))
  }
  expect(await asked('E-mail')).toEqual(['E-mail addresses'])
  expect(await asked('Slack')).toEqual(['Webhook address of the chat'])
  expect(await asked('Webhook')).toEqual(['Address that is called'])
  await asked('E-mail')
  await field('name').fill('desk')
  await field('recipients').fill('desk@example.com')
  await submit()
  await dialog().getByText('The channel desk is recorded.').waitFor()
  await leave()
  await page.getByText('desk@example.com').waitFor()
})

test('an invitation to a wrong address is withdrawn, and nobody is offered to disable their own account', async () => {
  const { at } = opened
  await opened.open('#/users')
  await press('Invite a person')
  await field('email').fill('wrong@offered.example')
  await field('role').selectOption(String(Role.ADMIN))
  await submit()
  const link = (await dialog().locator('code').textContent())!
  await page.keyboard.press('Escape')
  await press('I have stored it')
  await press('Withdraw the invitation of wrong@offered.example')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await page.locator('tr', { hasText: 'wrong@offered.example' }).getByText('disabled').waitFor()
  const accepted = await call(at.baseUrl, '/api/control/invitation', {
    body: { code: decodeURIComponent(link.split('code=')[1]!), password: 'plum-lantern-granite-74' },
  })
  expect(accepted.status).toBeGreaterThanOrEqual(400)
  await page.getByRole('button', { name: 'Edit admin@pages.example' }).waitFor()
  expect(await page.getByRole('button', { name: 'Disable admin@pages.example' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Disable / }).count()).toBeGreaterThan(0)
})

test.each([390, 800, 1280])(
  'the search field of a list is completely visible at %d pixels',
  async (width) => {
    const before = page.viewportSize()!
    await page.setViewportSize({ width, height: 900 })
    for (const address of ['#/incidents', '#/assets', '#/audit']) {
      await opened.open(address)
      const box = (await page.getByLabel('Search', { exact: true }).boundingBox())!
      expect([address, box.x >= 0, box.x + box.width <= width]).toEqual([address, true, true])
      expect(box.width).toBeGreaterThan(120)
    }
    await page.setViewportSize(before)
  },
)
