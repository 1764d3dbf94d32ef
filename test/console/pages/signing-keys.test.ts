import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { openPage, type Page } from '../support/browser.ts'
import { builtConsole } from '../support/built.ts'
import { signIn } from '../support/sign-in.ts'

let at: TestInstallation
let browser: Page
beforeAll(async () => {
  await builtConsole()
  at = await bootInstallation()
  browser = await openPage()
})
afterAll(async () => {
  await browser?.close()
  await at?.stop()
})

test('keys that sign for several organizations offer an administrator no action that would be refused', async () => {
  const { page } = browser
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
