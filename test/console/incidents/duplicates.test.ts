import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { openPage, type Page } from '../support/browser.ts'
import { builtConsole } from '../support/built.ts'
import { controlsOf } from '../support/controls.ts'
import { posting } from '../support/post.ts'
import { signIn } from '../support/sign-in.ts'

let at: TestInstallation
let browser: Page
let ids: string[]
beforeAll(async () => {
  await builtConsole()
  at = await bootInstallation()
  browser = await openPage()
  const report = async (title: string) =>
    (await posting(at)('/incidents', { title, severity: 'low' })).id as string
  ids = [await report('Lost laptop'), await report('Lost laptop'), await report('Phishing mail')]
})
afterAll(async () => {
  await browser?.close()
  await at?.stop()
})
const { dialog, field, submit } = controlsOf(() => browser.page)

test('the original of a duplicate is chosen by its title or id, and is shown by its title', async () => {
  const { page } = browser
  const [first, second, mail] = ids
  await signIn(page, at, at.organization.admin, `#/incidents/${second}`)
  await page.getByRole('button', { name: /^Mark as duplicate/ }).click()
  const original = dialog().getByRole('combobox', { name: /^Duplicate of/ })
  await original.fill('nothing of this name')
  await dialog().getByText('Nothing is found.').waitFor()
  await original.fill(mail!)
  await dialog()
    .getByRole('option', { name: /^Phishing mail/ })
    .waitFor()
  await original.fill('laptop')
  // The incident itself has the same title, and is not offered.
  const offered = dialog().getByRole('option')
  await expect
    .poll(() => offered.allTextContents())
    .toEqual([expect.stringMatching(/^Lost laptop \(open, detected /)])
  await page.keyboard.press('Enter')
  expect(await original.inputValue()).toMatch(/^Lost laptop \(open, detected /)
  await field('reason').fill('The same laptop')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  const incidents = controlClient(at.baseUrl, IncidentService, at.organization.admin.session)
  expect((await incidents.getIncident({ id: second! })).incident?.work?.duplicateOf).toBe(first)
})
