import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../../services/kernel/identity/caller.ts'
import { controlClient } from '../../harness/control.ts'
import { call } from '../../harness/rest.ts'
import { controlsOf } from '../support/controls.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
  const { session } = opened.at.organization.admin
  const systems = controlClient(opened.at.baseUrl, SystemService, session)
  const users = controlClient(opened.at.baseUrl, UserService, session)
  await users.createUser({ email: 'oldest@choices.example', role: Role.MEMBER })
  for (let i = 0; i < 205; i++) await systems.createSystem({ name: `newer ${i}` })
  for (let i = 0; i < 51; i++)
    await users.createUser({ email: `newer${i}@choices.example`, role: Role.MEMBER })
  await opened.enterAs('admin')
}, 300_000)
afterAll(() => opened?.close())

const open = (address: string) => opened.open(address)
const { dialog, field, submit } = controlsOf(() => opened.page)

test('a proposal is accepted into an AI system older than 200 others, found by a part of its name', async () => {
  const { page, at, filled } = opened
  const { key, admin } = at.organization
  const body = { agent_identity: 'nobody knows', run_ref: 'gap', started_at: new Date() }
  expect((await call(at.baseUrl, '/api/v1/agent-runs', { key, body })).status).toBe(201)
  await open('#/proposals')
  await page.getByRole('button', { name: 'Accept: nobody knows has no profile' }).click()
  const system = dialog().getByRole('combobox', { name: /AI system/ })
  await field('reason').fill('Known')
  // Text that was only typed is not a choice.
  await system.click()
  await dialog().getByRole('option', { name: 'newer 204', exact: true }).waitFor()
  await system.fill('nothing of this name')
  await system.press('Enter')
  expect(await field('aiSystemId').inputValue()).toBe('')
  await submit()
  expect(await system.evaluate((input) => input.matches(':valid'))).toBe(false)
  await system.fill('CLAI')
  await dialog().getByRole('option', { name: 'claims', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  expect(await system.inputValue()).toBe('claims')
  expect(await opened.violations()).toEqual([])
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const profiles = controlClient(at.baseUrl, ProfileService, admin.session)
  const { profiles: made } = await profiles.listProfiles({ search: 'nobody knows' })
  expect(made.map(({ aiSystemId }) => aiSystemId)).toEqual([filled.systemId])
  await page.getByRole('link', { name: 'claims', exact: true }).first().waitFor()
})

test('lists are filtered by an old AI system, agent or person, whose name is shown after a reload', async () => {
  const { page, filled } = opened
  for (const [address, label, part, name] of [
    ['#/triggers', 'AI system', 'clai', 'claims'],
    ['#/evaluations', 'AI system', 'clai', 'claims'],
    ['#/agent-runs', 'Agent', 'claims-', 'claims-agent'],
    ['#/incidents', 'Owner', 'oldest', 'oldest@choices.example'],
  ] as const) {
    await open(address)
    const box = page.getByRole('combobox', { name: label, exact: true })
    await box.fill(part)
    await page.getByRole('option', { name, exact: true }).click()
    await expect.poll(() => box.inputValue()).toBe(name)
    await expect.poll(() => page.url()).toMatch(/=[\da-f-]{36}/)
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: label, exact: true }).inputValue()).toBe(name)
  }
  await open(`#/triggers?system=${filled.systemId}`)
  expect(await opened.violations()).toEqual([])
  const box = page.getByRole('combobox', { name: 'AI system' })
  await box.click()
  const all = page.getByRole('listbox').getByRole('option', { name: 'all', exact: true })
  await all.waitFor()
  expect(await opened.violations()).toEqual([])
  // The keys of an input method neither choose nor close anything.
  for (const key of ['Enter', 'Escape']) await box.dispatchEvent('keydown', { key, isComposing: true })
  expect(await all.count()).toBe(1)
  // Escape closes the list and chooses nothing.
  await page.keyboard.press('Escape')
  expect([await all.count(), await box.inputValue()]).toEqual([0, 'claims'])
  await box.press('ArrowDown')
  await all.waitFor()
  await box.press('Enter')
  await expect.poll(() => page.url()).not.toContain('system=')
})

test('a search for symbols only is refused at its field, and the list stays', async () => {
  const { page } = opened
  for (const address of ['#/incidents', '#/assets', '#/suppliers']) {
    await open(address)
    const rows = await page.locator('main tbody .row').count()
    const search = page.getByLabel('Search')
    await search.fill('🐟')
    await search.press('Enter')
    await page.getByText('Type a letter or a digit.').waitFor()
    expect([await page.locator('main tbody .row').count(), await page.locator('.failed').count()]).toEqual([
      rows,
      0,
    ])
    expect(await opened.violations()).toEqual([])
    await search.fill('🐟 1')
    await search.press('Enter')
    await page.getByText('Type a letter or a digit.').waitFor({ state: 'detached' })
    await open(`${address}?q=…`)
    await page.getByText('Not understood, and left out:').waitFor()
    expect(await page.locator('.failed').count()).toBe(0)
  }
})

test('discarding a choice that was made by mouse alone needs a confirmation', async () => {
  const { page } = opened
  const { key } = opened.at.organization
  const body = { agent_identity: 'nobody at all', run_ref: 'gap 2', started_at: new Date() }
  expect((await call(opened.at.baseUrl, '/api/v1/agent-runs', { key, body })).status).toBe(201)
  await open('#/proposals')
  await page.reload()
  await page.getByRole('button', { name: 'Accept: nobody at all has no profile' }).click()
  await dialog()
    .getByRole('combobox', { name: /AI system/ })
    .click()
  await dialog().getByRole('option', { name: 'newer 204', exact: true }).click()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await page.getByText('Discard your input?').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('the owner field searches once typing pauses, not at every letter', async () => {
  const { page, filled, requests } = opened
  await open(`#/incidents/${filled.incidentId}`)
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const asked = () => requests.filter((url) => url.endsWith('UserService/ListUsers')).length
  await field('owner').focus()
  await expect.poll(asked).toBeGreaterThan(0)
  const before = asked()
  // Everything happens within one task, in which no wait ends.
  await page.evaluate(`(async () => {
    const input = document.querySelector('dialog [name=owner]')
    for (const text of ['o', 'ol', 'old', 'olde', 'oldes', 'oldest']) {
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
      for (let i = 0; i < 20; i++) await null
    }
  })()`)
  await dialog().locator('datalist option[value="oldest@choices.example"]').waitFor({ state: 'attached' })
  expect(asked() - before).toBe(1)
  await dialog().locator('[name=owner]').dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('a page fetches the names of its AI systems in one call, also of the oldest', async () => {
  const { page, at, filled, requests } = opened
  const { session } = at.organization.admin
  const profiles = controlClient(at.baseUrl, ProfileService, session)
  const { systems } = await controlClient(at.baseUrl, SystemService, session).listSystems({})
  const versions = { modelName: 'nord', modelVersion: '1', promptVersion: '1' }
  const ids = [filled.systemId, ...systems.slice(0, 3).map(({ id }) => id)]
  for (const aiSystemId of ids)
    await profiles.createProfile({ aiSystemId, agentIdentity: `named ${aiSystemId}`, ...versions })
  await open('#/account')
  await page.reload()
  const asked = () => requests.filter((url) => /SystemService\/(ListSystems|GetSystem)$/.test(url)).length
  const before = asked()
  await open('#/agents')
  for (const name of ['claims', ...systems.slice(0, 3).map((each) => each.name)])
    await page.locator('main tbody').getByText(name, { exact: true }).first().waitFor()
  expect(asked() - before).toBe(1)
})

test('the message of a refused search disappears when the address changes', async () => {
  const { page } = opened
  await open('#/incidents')
  const search = page.getByLabel('Search')
  await search.fill('🐟')
  await search.press('Enter')
  await page.getByText('Type a letter or a digit.').waitFor()
  await open('#/incidents?status=1')
  await page.getByText('Type a letter or a digit.').waitFor({ state: 'detached' })
  expect(await search.inputValue()).toBe('')
})
