import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { signIn } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at } = booted)
})
afterAll(() => booted?.close())

test('keys that sign for several organizations offer an administrator no action that would be refused', async () => {
  const { page } = booted
  const actions = () => page.locator('main').getByRole('button', { name: /^(Rotate|Revoke)/ })
  await signIn(page, at, at.organization.admin, '#/signing-keys')
  await page
    .locator('main')
    .getByRole('button', { name: /^Revoke/ })
    .waitFor()
  expect(await actions().count()).toBe(2)

  await at.another()
  await page.reload()
  await page.getByText('only the operator of the installation rotates and revokes them').waitFor()
  await page.locator('main tbody tr').first().waitFor()
  expect(await actions().count()).toBe(0)
})
