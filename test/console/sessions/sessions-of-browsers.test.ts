import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../../services/kernel/identity/caller.ts'
import { controlClient } from '../../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { openPage, type Page } from '../support/browser.ts'
import { builtConsole } from '../support/built.ts'
import { controlsOf } from '../support/controls.ts'
import { type Person, signIn } from '../support/sign-in.ts'

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

async function approver(): Promise<Person> {
  const { session } = at.organization.admin
  const users = controlClient(at.baseUrl, UserService, session)
  const email = `${randomUUID()}@kept.example`
  const { password } = await users.createUser({ email, role: Role.APPROVER })
  const first = await call(at.baseUrl, '/api/control/session', { body: { email, password } })
  const own = /attestry_session=([^;]+)/.exec(first.headers.get('set-cookie')!)![1]!
  const newPassword = 'plum-lantern-granite-74'
  await controlClient(at.baseUrl, UserService, own).changePassword({ currentPassword: password, newPassword })
  return { email, password: newPassword }
}

test('the console works in a browser that blocks local storage', async () => {
  const { page, problems } = await opened()
  await page.addInitScript(
    `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } })`,
  )
  await signIn(page, at, at.organization.admin, '#/incidents')
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  await page.getByLabel('Colours').selectOption('dark')
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  expect(problems.filter((one) => !one.includes('401'))).toEqual([])
})

test('signing in with a browser that keeps no cookies is reported, and the form stays', async () => {
  const { page } = await opened()
  await page.route('**/api/control/session', async (route) => {
    const response = await route.fetch()
    const { 'set-cookie': _, ...headers } = response.headers()
    await page.context().clearCookies()
    await route.fulfill({ response, headers })
  })
  await signIn(page, at, at.organization.admin)
  await page.getByText('this browser did not keep the session').waitFor()
  expect(await page.locator('input[name=email]').inputValue()).toBe(at.organization.admin.email)
})

test('a page whose session became another person’s sends nothing, and keeps what was typed', async () => {
  const { page } = await opened()
  const one = await approver()
  const other = await approver()
  const made = await call(at.baseUrl, '/api/v1/incidents', {
    key: at.organization.key,
    body: { title: 'Two at one desk', severity: 'low' },
  })
  await signIn(page, at, one, `#/incidents/${made.body.id}`)
  const { field, submit } = controlsOf(() => page)
  await page.getByRole('button', { name: /^Comment/ }).click()
  await field('text').fill('Seen by the first')
  const beside = await page.context().newPage()
  await beside.goto(`${at.baseUrl}/console/#/`)
  await beside.getByRole('button', { name: 'Sign out' }).click()
  await signIn(beside, at, other)
  await beside.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await again.waitFor()
  expect(await page.locator('dialog [name=text]').inputValue()).toBe('Seen by the first')
  await again.locator('input[name=password]').fill(one.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.waitFor({ state: 'detached' })
  await submit()
  await page.locator('dialog').waitFor({ state: 'detached' })
  const { entries } = await controlClient(
    at.baseUrl,
    IncidentService,
    at.organization.admin.session,
  ).listIncidentTimeline({ id: made.body.id })
  expect(
    JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).toContain(`"${one.email}"`)
  // The other page asks too: its session is another one now.
  await beside.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
})

test('a page that hears nothing of another person’s session drops the dialogs of the first when it shows the other', async () => {
  const { page } = await opened()
  await page.addInitScript('delete window.BroadcastChannel')
  const one = await approver()
  const other = await approver()
  const { body } = await call(at.baseUrl, '/api/v1/incidents', {
    key: at.organization.key,
    body: { title: 'Nothing heard', severity: 'low' },
  })
  await signIn(page, at, one, `#/incidents/${body.id}`)
  const { field, dialog } = controlsOf(() => page)
  await page.getByRole('button', { name: /^Comment/ }).click()
  await field('text').fill('Typed by the first')
  const beside = await page.context().newPage()
  await beside.goto(`${at.baseUrl}/console/#/`)
  await beside.getByRole('button', { name: 'Sign out' }).click()
  await signIn(beside, at, other)
  await beside.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  // The session is fetched again when it is stale and the page becomes visible.
  await page.clock.setFixedTime(Date.now() + 120_000)
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  await page.locator('.person', { hasText: other.email }).waitFor({ state: 'attached' })
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Nothing heard' }).waitFor()
})

test('a page whose session became one of another organization shows nothing of the first', async () => {
  const { page } = await opened()
  await page.addInitScript('delete window.BroadcastChannel')
  const other = await at.another()
  const { body } = await call(at.baseUrl, '/api/v1/incidents', {
    key: at.organization.key,
    body: { title: 'Of the first organization', severity: 'low' },
  })
  await signIn(page, at, at.organization.admin, `#/incidents/${body.id}`)
  const title = page.getByRole('heading', { level: 1, name: 'Of the first organization' })
  await title.waitFor()
  const beside = await page.context().newPage()
  await beside.goto(`${at.baseUrl}/console/#/`)
  await beside.getByRole('button', { name: 'Sign out' }).click()
  await signIn(beside, at, other.admin)
  await beside.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  // Nothing of the page is answered, so that it could show only what it has.
  await page.route('**/GetIncident*', () => {})
  await page.clock.setFixedTime(Date.now() + 120_000)
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  await page.locator('.person', { hasText: other.admin.email }).waitFor({ state: 'attached' })
  expect(await title.count()).toBe(0)
})

test('a person with several pages signs in on one of them, and the others go on with what was typed', async () => {
  const { page } = await opened()
  const { admin } = at.organization
  const incident = { title: 'On two pages', severity: 'low' }
  const { body } = await call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key, body: incident })
  await signIn(page, at, admin, `#/incidents/${body.id}`)
  const { field, submit, dialog } = controlsOf(() => page)
  await page.getByRole('button', { name: /^Comment/ }).click()
  await field('text').fill('Typed before the session ended')
  const [beside, outside] = [await page.context().newPage(), await page.context().newPage()]
  await beside.goto(`${at.baseUrl}/console/#/`)
  await beside.getByRole('button', { name: 'Sign out' }).click()
  await beside.locator('input[name=email]').waitFor()
  await outside.goto(`${at.baseUrl}/console/#/suppliers`)
  await outside.locator('input[name=email]').waitFor()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.waitFor()
  await signIn(beside, at, admin)
  await again.waitFor({ state: 'detached' })
  expect(await field('text').inputValue()).toBe('Typed before the session ended')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await outside.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor()
})

test('a page does not go on by an answer about the session that came before another person signed in', async () => {
  const { page } = await opened()
  const [one, other] = [await approver(), await approver()]
  await signIn(page, at, one)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  const beside = await page.context().newPage()
  await beside.goto(`${at.baseUrl}/console/#/`)
  const signOut = () => beside.getByRole('button', { name: 'Sign out' }).click()
  await signOut()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.waitFor()
  const late = Promise.withResolvers<() => Promise<void>>()
  await page.route(
    '**/GetSession',
    async (route) => {
      const response = await route.fetch()
      late.resolve(() => route.fulfill({ response }))
    },
    { times: 1 },
  )
  await signIn(beside, at, one)
  const answer = await late.promise
  await signOut()
  const ofOther = page.waitForResponse((found) => found.url().endsWith('/GetSession') && found.ok())
  await signIn(beside, at, other)
  await (await ofOther).finished()
  const ofOne = page.waitForResponse((found) => found.url().endsWith('/GetSession'))
  await answer()
  await (await ofOne).finished()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  expect(await again.count()).toBe(1)
})
