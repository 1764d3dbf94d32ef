import type { TestInstallation } from '../../harness/installation.ts'
import type { Page } from './browser.ts'

export type Person = { email: string; password: string }

/** Opens the console in a page and signs in as the person. */
export async function signIn(
  page: Page['page'],
  { baseUrl }: Pick<TestInstallation, 'baseUrl'>,
  { email, password }: Person,
  address = '#/',
): Promise<void> {
  await page.goto(`${baseUrl}/console/${address}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
