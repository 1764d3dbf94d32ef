import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { controlClient } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { controlsOf } from '../support/controls.ts'
import { posting } from '../support/post.ts'
import { signIn } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
let ids: string[]
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at } = booted)
  const report = async (title: string) =>
    (await posting(at)('/incidents', { title, severity: 'low' })).id as string
  ids = [await report('Lost laptop'), await report('Lost laptop'), await report('Phishing mail')]
})
afterAll(() => booted?.close())
const { dialog, field, submit } = controlsOf(() => booted.page)

test('the original of a duplicate is chosen by its title or id, and is shown by its title', async () => {
  const { page } = booted
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

test('the timelines of both say which incident is the duplicate of which', async () => {
  const { page } = booted
  const [first, second] = ids
  const timeline = page.locator('.timeline')
  await page.goto(`${at.baseUrl}/console/#/incidents/${second}`)
  await timeline.getByText('Marked as a duplicate of Lost laptop; its status: open').waitFor()
  await page.goto(`${at.baseUrl}/console/#/incidents/${first}`)
  await timeline
    .getByText('Lost laptop was marked as a duplicate of this incident; its status: open')
    .waitFor()
  expect(await timeline.getByRole('link').getAttribute('href')).toContain(second)
})
