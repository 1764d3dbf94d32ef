import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { controlsOf } from '../support/controls.ts'
import { posting } from '../support/post.ts'
import { signIn } from '../support/sign-in.ts'

/** Three pages of the list. */
const MANY = 203

let booted: BootedConsole
let at: TestInstallation
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at } = booted)
  const post = posting(at)
  for (let n = 0; n < MANY; n++) await post('/incidents', { title: `False alarm ${n}`, severity: 'low' })
  await post('/incidents', { title: 'Breach', severity: 'low' })
})
afterAll(() => booted?.close())
const { press } = controlsOf(() => booted.page)

test('an action on several incidents is for those that are shown, says so, and offers all that match the filters', async () => {
  const { page } = booted
  await signIn(page, at, at.organization.admin, '#/incidents?q=alarm')
  await page.getByText(`${MANY} incidents`).waitFor()
  await page.getByLabel('Select all shown').check()
  await page.getByText('100 incidents selected').waitFor()
  await page.getByText(`${MANY} incidents match. Only those shown are selected.`).waitFor()
  await press(`Select all ${MANY}`)
  await page.getByText(`${MANY} incidents selected`).waitFor()
  expect(await page.getByText('Only those shown are selected.').count()).toBe(0)
  await press('Move them')
  await page.getByRole('heading', { name: `Move ${MANY} incidents` }).waitFor()
  // What each has now is beside its title.
  const listed = await page.getByRole('dialog').locator('li').allTextContents()
  expect(listed.slice(0, 10)).toEqual(Array(10).fill(expect.stringMatching(/^False alarm \d+ · open$/)))
})
