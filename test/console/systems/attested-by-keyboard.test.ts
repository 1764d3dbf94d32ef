import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../../services/kernel/identity/caller.ts'
import { attestryInHost } from '../../harness/command.ts'
import { controlClient, login } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import type { TestOrganization } from '../../harness/organization.ts'
import { call } from '../../harness/rest.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { controlsOf } from '../support/controls.ts'
import { keyboardOf } from '../support/keyboard.ts'
import type { Person } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
let page: BrowserPage
let organization: TestOrganization
beforeAll(async () => {
  booted = await bootConsole({ size: { width: 320, height: 640 } })
  ;({ at, page } = booted)
  const separationOfDuties = { certifierIsAnother: true, attesterPerRole: true, changesNeedAnother: true }
  organization = await at.another({ name: 'Separated', separationOfDuties })
})
afterAll(() => booted?.close())
const { dialog } = controlsOf(() => page)
const { tabTo, type, enter, goTo, unnamed } = keyboardOf(() => page)

/** Creates a person who has chosen a password, as organizations with separated duties ask for. */
async function person(name: string, role: Role, attestationRoles: string[]): Promise<Person> {
  const users = controlClient(at.baseUrl, UserService, organization.admin.session)
  const email = `${name}@separated.example`
  const { password } = await users.createUser({ email, role, attestationRoles })
  const { session } = await login(at.baseUrl, { email, password })
  const chosen = { currentPassword: password, newPassword: `${name}-plum-lantern-granite-74` }
  await controlClient(at.baseUrl, UserService, session).changePassword(chosen)
  return { email, password: chosen.newPassword }
}

async function signIn({ email, password }: Person): Promise<void> {
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(`${at.baseUrl}/console/#/`)
  await page.locator('input[name=email]').waitFor()
  expect(await unnamed()).toEqual([])
  await type('E-mail', email)
  await type('Password', password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
}

/** Opens a dialog of the page by its button, fills it in, and sends it. */
async function say(button: string, fields: readonly (readonly [string, string])[], confirm = button) {
  await enter(button)
  await dialog().waitFor()
  await expect.poll(() => dialog().locator('.loading').count()).toBe(0)
  expect([button, await unnamed()]).toEqual([button, []])
  for (const [label, text] of fields) await type(label, text)
  await tabTo(confirm)
  await page.keyboard.press('Enter')
  await Promise.race([dialog().waitFor({ state: 'detached' }), dialog().locator('.problem').waitFor()])
  expect(await dialog().locator('.problem').allTextContents()).toEqual([])
}

const gate = (system: string) =>
  attestryInHost(['gate', 'check', '--system', system], {
    ATTESTRY_URL: at.baseUrl,
    ATTESTRY_API_KEY: organization.key,
  })

test('the gate passes after three people have worked by keyboard alone, at 320 px and at 200 %', async () => {
  const author = await person('author', Role.ADMIN, [])
  const ciso = await person('ciso', Role.APPROVER, ['ciso'])
  const dpo = await person('dpo', Role.APPROVER, ['dpo', 'ciso'])

  await signIn(author)
  await goTo('AI systems')
  expect(await unnamed()).toEqual([])
  await say('New AI system', [
    ['Name', 'claims-assistant'],
    ['Roles that must attest', 'ciso\ndpo'],
  ])
  await page.getByRole('link', { name: 'claims-assistant' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'claims-assistant' }).waitFor()
  await say('New suite', [
    ['Metric 1', 'attack_success_rate'],
    ['Evaluation type 1', 'prompt_injection'],
    ['Value 1', '0.05'],
  ])
  await say('New agent profile', [
    ['Agent identity', 'claims-1'],
    ['Documented tools', 'search\nreply'],
    ['Model', 'some-model'],
    ['Model version', '1'],
    ['Prompt version', '1'],
  ])
  const address = new URL(page.url()).hash
  const result = await call(at.baseUrl, '/api/v1/ai-evaluations', {
    key: organization.key,
    body: {
      ...{ ai_system_id: address.split('/')[2], eval_suite: 'release', metric_value: 0.02, passed: true },
      ...{ metric_name: 'attack_success_rate', eval_type: 'prompt_injection', source: 'ci' },
      evaluated_at: new Date().toISOString(),
    },
  })
  expect([result.status, result.body]).toMatchObject([201, {}])
  expect(await gate('claims-assistant')).toMatchObject({ code: 1 })

  // 640 px is the width of a window of 1280 px at 200 %.
  await page.setViewportSize({ width: 640, height: 500 })
  await signIn(ciso)
  await page.goto(`${at.baseUrl}/console/${address}`)
  await page.getByRole('heading', { level: 1, name: 'claims-assistant' }).waitFor()
  await say('Certify', [], 'Certify this')
  await say('Attest', [['Statement', 'Risks reviewed']], 'Attest this')
  const missing = await gate('claims-assistant')
  expect([missing.code, missing.stdout]).toMatchObject([1, expect.stringContaining('dpo')])

  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(dpo)
  await page.goto(`${at.baseUrl}/console/${address}`)
  await page.getByRole('heading', { level: 1, name: 'claims-assistant' }).waitFor()
  await say('Attest', [['Statement', 'Data protection reviewed']], 'Attest this')
  await enter('Query the gate')
  await dialog().waitFor()
  await enter('Query the gate')
  await dialog().getByText('pass', { exact: false }).first().waitFor()
  expect(await unnamed()).toEqual([])
  expect(await gate('claims-assistant')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('PASS'),
  })
  // A page asks who is signed in before it shows the form.
  expect(booted.problems.filter((problem) => !problem.includes('/session'))).toEqual([])
})
