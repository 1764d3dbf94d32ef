import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProposalService, ProposalStatus } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { AssetService, Classification, Criticality } from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import type { AdminClients } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { controlsOf } from '../support/controls.ts'
import { posting } from '../support/post.ts'
import { signIn } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
let page: BrowserPage
let client: AdminClients
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at, page, client } = booted)
  await signIn(page, at, at.organization.admin, '#/')
})
afterAll(() => booted?.close())

const { field, submit, dialog, press, open } = controlsOf(() => page)

let ahead = 0

/** Fetched data is stale after a while; a page that becomes visible again fetches it anew. */
async function refetched(): Promise<void> {
  ahead += 60_000
  await page.clock.setFixedTime(Date.now() + ahead)
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
}

/** Leaves a dialog in which something was typed. */
async function discard(): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'detached' })
}

test('a dialog keeps what was typed when its row leaves the list, and shows why the call is refused', async () => {
  const [run] = (
    await posting(at)('/agent-runs', {
      ...{ agent_identity: 'unknown-agent', run_ref: 'r1', started_at: new Date().toISOString() },
    })
  ).data
  expect(run.agent_identity).toBe('unknown-agent')
  await open(`#/proposals?status=${ProposalStatus.OPEN}`)
  await page.getByRole('button', { name: /^Dismiss/ }).click()
  await field('reason').fill('A long reason')
  const proposals = client(ProposalService)
  const [proposal] = (await proposals.listProposals({})).proposals
  await proposals.dismissProposal({
    ...{ id: proposal!.id, occurrences: proposal!.occurrences, said: proposal!.said, reason: 'Theirs' },
  })
  await refetched()
  await page.getByText('No proposal has this status.').waitFor({ state: 'attached' })
  expect(await field('reason').inputValue()).toBe('A long reason')
  await submit()
  await dialog().locator('.problem').waitFor()
  expect(await field('reason').inputValue()).toBe('A long reason')
  await discard()
})

test('a dialog keeps what was typed when its row moves to the next page or its action is no longer allowed', async () => {
  const keys = client(KeyService)
  const made = await keys.createKey({ name: 'oldest', permissions: ['incidents:write'] })
  for (let i = 0; i < 49; i++) await keys.createKey({ name: `key ${i}`, permissions: ['incidents:write'] })
  await open('#/keys')
  const row = page.locator('main tbody tr', { hasText: 'oldest' })
  await press('Edit key oldest')
  await field('name').fill('first')
  await keys.createKey({ name: 'newest', permissions: ['incidents:write'] })
  await refetched()
  await page.locator('main tbody tr', { hasText: 'newest' }).waitFor({ state: 'attached' })
  await row.waitFor({ state: 'detached' })
  expect(await field('name').inputValue()).toBe('first')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const { keys: now } = await keys.listKeys({ page: { limit: 100 } })
  expect(now.find(({ id }) => id === made.key!.id)!.name).toBe('first')

  await press('Edit key newest')
  await field('name').fill('second')
  const newest = (await keys.listKeys({ page: { limit: 1 } })).keys[0]!
  await keys.revokeKey({ id: newest.id })
  await refetched()
  await page
    .locator('main tbody tr', { hasText: 'newest' })
    .filter({ hasText: 'revoked' })
    .waitFor({ state: 'attached' })
  expect(await field('name').inputValue()).toBe('second')
  await discard()
})

test('a dialog closes when its page is left', async () => {
  await open('#/keys')
  await open('#/users')
  await press('Invite a person')
  await dialog().waitFor()
  await page.goBack()
  await page.locator('main[data-page="/keys"] h1').waitFor()
  await dialog().waitFor({ state: 'detached' })
})

test('a dialog with typed text stays when its page is left, and its action can still be taken', async () => {
  await open('#/keys')
  await open('#/users')
  await press('Invite a person')
  await field('email').fill('typed@example.com')
  await page.goBack()
  await page.locator('main[data-page="/keys"] h1').waitFor({ state: 'attached' })
  expect(await field('email').inputValue()).toBe('typed@example.com')
  await discard()
  expect(await page.evaluate('location.hash')).toBe('#/keys')
})

/** The calls by which the pages below read what their dialogs change. */
const READS = /\/(ListAssets|GetIncident)$/

/** Sends a dialog whose page was left, after another person has changed `theirs`; then again once the page shows that. */
async function sendsInVain(name: string, back: string, theirs: [name: string, value: string]): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await submit()
    await dialog().getByText('this page does not show what they recorded').waitFor()
  }
  expect(await field(name).inputValue()).toBe('Mine')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(READS, async (route) => {
    await released
    await route.continue()
  })
  await page.goForward()
  await page.locator(`main[data-page="${back}"] h1`).waitFor({ state: 'attached' })
  await dialog().getByText('What they recorded is not shown yet').waitFor()
  release()
  await dialog().getByText('the other fields show the recorded state').waitFor()
  expect(await field(theirs[0]).inputValue()).toBe(theirs[1])
  expect(await field(name).inputValue()).toBe('Mine')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
}

test('a dialog of a row whose page was left says that its page has to be shown first after a conflict, and is then sent', async () => {
  const assets = client(AssetService)
  const { asset } = await assets.createAsset({
    ...{ name: 'kept-asset', assetType: 'server', hostedInEu: true },
    ...{ classification: Classification.INTERNAL, businessCriticality: Criticality.LOW },
  })
  await open('#/keys')
  await open('#/assets')
  await press('Edit kept-asset')
  await field('name').fill('Mine')
  await page.goBack()
  await page.locator('main[data-page="/keys"] h1').waitFor({ state: 'attached' })
  await assets.editAsset({
    id: asset!.id,
    expectedVersion: asset!.version,
    businessCriticality: Criticality.HIGH,
  })
  await sendsInVain('name', '/assets', ['businessCriticality', String(Criticality.HIGH)])
  const now = (await assets.listAssets({ search: asset!.id })).assets[0]!
  expect(now).toMatchObject({ name: 'Mine', businessCriticality: Criticality.HIGH })
})

test('a dialog whose page was left belongs to its own incident, also while another one is shown', async () => {
  const made = async (title: string): Promise<string> =>
    (await posting(at)('/incidents', { title, severity: 'low' })).id
  const [mine, other] = [await made('Of the dialog'), await made('Beside it')]
  const incidents = client(IncidentService)
  await open(`#/incidents/${mine}`)
  await open(`#/incidents/${other}`)
  await open(`#/incidents/${mine}`)
  await page.getByRole('heading', { level: 1, name: 'Of the dialog' }).waitFor()
  await page.keyboard.press('e')
  await field('title').fill('Mine')
  await field('reason').fill('Named')
  await page.goBack()
  await page.locator(`main[data-page="/incidents/${other}"]`).waitFor({ state: 'attached' })
  await page.locator('main h1', { hasText: 'Beside it' }).waitFor({ state: 'attached' })
  await dialog().getByRole('heading', { name: 'Of the dialog' }).waitFor()
  await client(IncidentWorkService).editIncident({
    ...{ id: mine!, expectedVersion: (await incidents.getIncident({ id: mine! })).incident!.version },
    ...{ description: 'By them', reason: 'First' },
  })
  await sendsInVain('title', `/incidents/${mine}`, ['description', 'By them'])
  expect((await incidents.getIncident({ id: mine! })).incident).toMatchObject({
    ...{ title: 'Mine', description: 'By them' },
  })
  expect((await incidents.getIncident({ id: other! })).incident!.title).toBe('Beside it')
})

test('the focus is in the content of the page after a dialog whose page was left was closed', async () => {
  await open('#/keys')
  await open('#/users')
  await press('Invite a person')
  await field('email').fill('typed@example.com')
  await page.goBack()
  await page.locator('main[data-page="/keys"] h1').waitFor({ state: 'attached' })
  await discard()
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
})

test('the browser asks before a reload that would lose typed text, and only then', async () => {
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.dismiss()
  })
  const reload = () => page.evaluate('location.reload()')
  await open('#/users')
  await press('Invite a person')
  await field('email').fill('typed@example.com')
  await reload()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  expect(await field('email').inputValue()).toBe('typed@example.com')
  await discard()
  await page.reload()
  await page.locator('main[data-page="/users"] h1').waitFor()
  expect(asked).toEqual(['beforeunload'])
})

test('a dialog for several incidents asks before it discards a note, and keeps it when its page is left', async () => {
  await posting(at)('/incidents', { title: 'Selected', severity: 'low' })
  await open('#/keys')
  await open('#/incidents')
  await page.locator('main tbody .row', { hasText: 'Selected' }).focus()
  await page.keyboard.press('m')
  await field('note').fill('A note')
  await page.goBack()
  await page.locator('main[data-page="/keys"] h1').waitFor({ state: 'attached' })
  expect(await field('note').inputValue()).toBe('A note')
  await submit()
  await dialog().getByText('1 incident moved.').waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})
