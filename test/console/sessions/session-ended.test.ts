import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { controlsOf } from '../support/controls.ts'
import { posting } from '../support/post.ts'
import { signIn } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
let incident: string
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at } = booted)
  incident = (await posting(at)('/incidents', { title: 'Lost laptop', severity: 'high' })).id as string
  await posting(at)('/incidents', { title: 'Lost telephone', severity: 'high' })
})
afterAll(() => booted?.close())

/** Opens a page of the console, signed in. `end` ends its session, and has the page notice. */
async function opened(address: string) {
  await booted.page.goto('about:blank')
  await booted.page.context().clearCookies()
  const { page } = booted
  await signIn(page, at, at.organization.admin, address)
  await page.locator('main h1').waitFor()
  const focused = () => page.evaluate(FOCUSED)
  return {
    ...{ page, focused, ...controlsOf(() => page) },
    again: page.getByRole('dialog', { name: 'Your session has ended' }),
    async end(): Promise<void> {
      const beside = await page.context().newPage()
      await beside.goto(`${at.baseUrl}/console/#/`)
      await beside.getByRole('button', { name: 'Sign out' }).click()
      await beside.locator('input[name=email]').waitFor()
      await beside.close()
    },
    /** Signs in by keyboard, from the field of the password. */
    async enter(): Promise<void> {
      await page.keyboard.type(at.organization.admin.password)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached' })
    },
  }
}

/** The element that has the focus: its name, `row`, or its tag. */
const FOCUSED = `(({ name, tagName, classList }) => name || (classList.contains('row') ? 'row' : tagName))(document.activeElement)`

test('a person who types into a form when the session ends goes on typing, and loses and misplaces no key', async () => {
  const { page, field, end, again, enter, focused, submit, dialog } = await opened(`#/incidents/${incident}`)
  await page.getByRole('button', { name: /^Comment/ }).click()
  await field('text').focus()
  await page.keyboard.type('Found in ')
  await end()
  const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended' })
  await notice.waitFor()
  await page.keyboard.type('the train')
  expect(await field('text').inputValue()).toBe('Found in the train')
  expect(await again.count()).toBe(0)
  // The notice is within the dialog, so that it can be reached.
  const trail: string[] = []
  while (trail.at(-1) !== 'Sign in again' && trail.length < 10) {
    await page.keyboard.press('Tab')
    trail.push(await page.evaluate('document.activeElement.textContent'))
  }
  expect(trail).toContain('Sign in again')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('password')
  expect(await again.locator('input[name=password]').inputValue()).toBe('')
  await enter()
  expect(await field('text').inputValue()).toBe('Found in the train')
  // The button before the notice.
  await expect.poll(focused).toBe('BUTTON')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('Found in the train').waitFor()
})

test('a form that is sent after the session has ended asks at once, and is sent after signing in', async () => {
  const { page, field, end, enter, focused, dialog } = await opened(`#/incidents/${incident}`)
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await field('reason').fill('Checked')
  await field('title').fill('Lost laptop of sales')
  await end()
  await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('password')
  await enter()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Lost laptop of sales' }).waitFor()
  await expect.poll(focused).not.toBe('BODY')
})

test('keys that were meant for a list do not reach the field of the password, and the row has the focus again', async () => {
  const { page, end, again, enter, focused } = await opened('#/incidents')
  await page.locator('main tbody .row').nth(1).waitFor()
  await page.keyboard.press('j')
  await expect.poll(focused).toBe('row')
  await end()
  await again.waitFor()
  await page.keyboard.type('jjk')
  expect(await again.locator('input[name=password]').inputValue()).toBe('')
  await again.locator('input[name=password]').focus()
  await enter()
  await expect.poll(focused).toBe('row')
  // The form that signed in is not what the next keys follow.
  await page.keyboard.press('k')
  await end()
  await again.waitFor()
  await page.keyboard.type('jjk')
  expect(await again.locator('input[name=password]').inputValue()).toBe('')
})
