import { create } from '@bufbuild/protobuf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Regime } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  IncidentService,
  IncidentStatus,
  Regulation,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  NationalDifferenceSchema,
  ObligationService,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { openPage, type Page } from '../support/browser.ts'
import { builtConsole } from '../support/built.ts'
import { controlsOf } from '../support/controls.ts'
import { signIn } from '../support/sign-in.ts'

let at: TestInstallation
let browser: Page
beforeAll(async () => {
  await builtConsole()
  at = await bootInstallation()
})
afterAll(() => at?.stop())
const opened = async (): Promise<Page> => {
  await browser?.close()
  browser = await openPage()
  return browser
}
afterAll(() => browser?.close())

test('an edit of an incident keeps commas, spaces and line ends of fields that were not changed', async () => {
  const { page } = await opened()
  const given = {
    title: ' Two  spaces',
    description: 'one\r\ntwo\n',
    affected_systems: ['Room 2, Berlin', 'fs-03'],
  }
  const { key } = at.organization
  const made = await call(at.baseUrl, '/api/v1/incidents', { key, body: { severity: 'high', ...given } })
  await signIn(page, at, at.organization.admin, `#/incidents/${made.body.id}`)
  const { field, submit, dialog } = controlsOf(() => page)
  const edit = async (change: () => Promise<unknown>) => {
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await field('reason').fill('Checked')
    await change()
    await submit()
    await dialog().waitFor({ state: 'detached' })
    return (await call(at.baseUrl, `/api/v1/incidents/${made.body.id}`, { key })).body
  }
  expect(await edit(() => field('affectedPersonsCount').fill('1e3'))).toMatchObject({
    ...given,
    affected_persons_count: 1000,
    detected_at: made.body.detected_at,
  })
  // A place is one system, with its comma.
  const more = await edit(() => field('affectedSystems').fill('Room 2, Berlin\nRoom 3, Bonn'))
  expect(more).toMatchObject({ ...given, affected_systems: ['Room 2, Berlin', 'Room 3, Bonn'] })
})

test('a stale edit keeps what was typed, shows what was recorded meanwhile, and can be sent again', async () => {
  const { page } = browser
  const { field, submit, dialog } = controlsOf(() => page)
  const id = (await page.evaluate<string>('location.hash')).split('/').at(-1)!
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await field('title').fill('Mine')
  await field('reason').fill('Named')
  const { session } = at.organization.admin
  const { incident } = await controlClient(at.baseUrl, IncidentService, session).getIncident({ id })
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  const change = { title: 'Theirs', description: 'By them', reason: 'First' }
  await work.editIncident({ id, expectedVersion: incident!.version, ...change })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  expect(await field('title').inputValue()).toBe('Mine')
  expect(await field('description').inputValue()).toBe('By them')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const { body } = await call(at.baseUrl, `/api/v1/incidents/${id}`, { key: at.organization.key })
  expect(body).toMatchObject({ title: 'Mine', description: 'By them' })
})

test('a stale move is refused with the reason, and can be sent again', async () => {
  const { page } = browser
  const { field, submit, dialog } = controlsOf(() => page)
  const id = (await page.evaluate<string>('location.hash')).split('/').at(-1)!
  const incidents = controlClient(at.baseUrl, IncidentService, at.organization.admin.session)
  await page.getByRole('button', { name: /^Move/ }).first().click()
  await field('status').selectOption(String(IncidentStatus.CONTAINED))
  await incidents.moveIncident({ id, status: IncidentStatus.RESOLVED, note: 'theirs' })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  expect((await incidents.getIncident({ id })).incident!.status).toBe(IncidentStatus.RESOLVED)
  await submit()
  await dialog().waitFor({ state: 'detached' })
  expect((await incidents.getIncident({ id })).incident!.status).toBe(IncidentStatus.CONTAINED)
})

test('of two simultaneous forms of national differences, the later shows the other’s and loses none', async () => {
  const { page } = browser
  const { field, submit, dialog } = controlsOf(() => page)
  const settings = controlClient(at.baseUrl, ObligationService, at.organization.admin.session)
  const before = await page.evaluate<string>('location.hash')
  const theirs = create(NationalDifferenceSchema, {
    ...{ regime: Regime.NIS2, step: 'early_warning', recipient: 'CSIRT' },
  })
  const differences = [theirs, { ...theirs, recipient: 'Regulator' }]
  await settings.updateReportingSettings({ settings: { timeZone: 'Europe/Brussels', differences } })
  await page.evaluate(`location.hash = '#/reporting'`)
  await page.getByRole('button', { name: /^Add a difference/ }).click()
  await field('unit').selectOption('')
  await field('recipient').fill('Police')
  await settings.updateReportingSettings({
    settings: { timeZone: 'Europe/Brussels', differences: [differences[1]!], version: 1 },
  })
  await refetched(page)
  await page.locator('tbody tr', { hasText: 'CSIRT' }).waitFor({ state: 'detached' })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const recipients = async () =>
    (await settings.getReportingSettings({})).settings!.differences.map(({ recipient }) => recipient)
  expect(await recipients()).toEqual(['Regulator', 'Police'])

  // A difference that has moved meanwhile is the one that is removed.
  await page
    .locator('tbody tr', { hasText: 'Police' })
    .getByRole('button', { name: /^Remove/ })
    .click()
  const { settings: now } = await settings.getReportingSettings({})
  await settings.updateReportingSettings({
    settings: { ...now!, differences: [now!.differences[1]!, theirs] },
  })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await submit()
  await dialog().waitFor({ state: 'detached' })
  expect(await recipients()).toEqual(['CSIRT'])
  await page.evaluate(`location.hash = ${JSON.stringify(before)}`)
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
})

let ahead = 0

/** Fetched data is stale after a while; a page that becomes visible again fetches it anew. */
async function refetched(page: Page['page']): Promise<void> {
  ahead += 60_000
  await page.clock.setFixedTime(Date.now() + ahead)
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
}

test('untouched fields of an open form follow what is fetched, and are not sent', async () => {
  const { page } = browser
  const { field, submit, dialog } = controlsOf(() => page)
  const systems = controlClient(at.baseUrl, SystemService, at.organization.admin.session)
  const { system } = await systems.createSystem({ name: 'claims', attestationRoles: ['ciso'] })
  const id = system!.id
  const before = await page.evaluate<string>('location.hash')
  await page.evaluate(`location.hash = '#/systems/${id}'`)
  await page.getByRole('button', { name: 'Edit claims' }).click()
  await field('name').fill('claims of cars')
  await systems.updateSystem({ id, attestationRoles: { values: ['dpo'] } })
  await refetched(page)
  await expect.poll(() => field('attestationRoles').inputValue()).toBe('dpo')
  expect(await field('name').inputValue()).toBe('claims of cars')
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const { system: now } = await systems.getSystem({ id })
  expect(now).toMatchObject({ name: 'claims of cars', attestationRoles: ['dpo'] })
  await page.evaluate(`location.hash = ${JSON.stringify(before)}`)
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
})

test('an untouched choice of an open form follows what is fetched, from none and back to none', async () => {
  const { page } = browser
  const { field } = controlsOf(() => page)
  const id = (await page.evaluate<string>('location.hash')).split('/').at(-1)!
  const { session } = at.organization.admin
  const incidents = controlClient(at.baseUrl, IncidentService, session)
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  await page
    .getByRole('button', { name: /^Assess/ })
    .first()
    .click()
  const first = await field('regime').inputValue()
  for (const [regulation, shown] of [
    [Regulation.DORA, String(Regime.DORA)],
    [Regulation.OTHER, first],
  ] as const) {
    const { incident } = await incidents.getIncident({ id })
    await work.editIncident({ id, expectedVersion: incident!.version, regulation, reason: 'Read again' })
    await refetched(page)
    await expect.poll(() => field('regime').inputValue()).toBe(shown)
  }
  await page.keyboard.press('Escape')
})

test('a time outside the accepted range is refused by the form, before anything is sent', async () => {
  const { page } = browser
  const { field, submit, dialog } = controlsOf(() => page)
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await field('reason').fill('Checked')
  for (const typed of ['', '1999-01-01T10:00', '2100-01-01T00:00']) {
    await field('detectedAt').fill(typed)
    await submit()
    expect(await page.evaluate(`document.querySelector('dialog [name=detectedAt]').validity.valid`)).toBe(
      false,
    )
  }
  expect(await dialog().locator('.problem').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('a file that is too large is reported before it is sent, and each problem once', async () => {
  const { page } = browser
  const { field, submit, dialog } = controlsOf(() => page)
  await page.getByRole('button', { name: /^Attach/ }).click()
  const file = { name: 'a.bin', mimeType: 'application/octet-stream' }
  await field('content').setInputFiles({ ...file, buffer: Buffer.alloc(10 * 2 ** 20 + 600_000) })
  await submit()
  await dialog().getByText('has 10.6 MiB; at most 10 MiB are taken').waitFor()
  const name = `${'n'.repeat(197)}.txt`
  await field('content').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('a') })
  await submit()
  await dialog().getByText('Name: must be at most 200 characters.').waitFor()
  expect(
    await dialog()
      .getByText(/must be at most 200 characters/)
      .count(),
  ).toBe(1)
})
