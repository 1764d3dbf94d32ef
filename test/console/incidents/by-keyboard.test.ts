import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlsOf } from '../support/controls.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
let page: BrowserPage
beforeAll(async () => {
  opened = await openConsole()
  page = opened.page
  await page.setViewportSize({ width: 320, height: 640 })
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const { dialog } = controlsOf(() => page)
const { tabTo, type } = keyboardOf(() => page)

const done = () => dialog().waitFor({ state: 'detached' })

test('an alert is assessed, reported, filed and closed by keyboard alone at 320 px', async () => {
  await opened.open('#/incidents')
  for (let n = 0; n < 10; n++) {
    await page.keyboard.press('j')
    if (String(await page.evaluate('document.activeElement.textContent')).includes('Beaconing')) break
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Beaconing/ }).waitFor()

  await page.keyboard.press('a')
  await dialog().waitFor()
  await type('Grounds', 'A service is not available')
  await tabTo('Assess')
  await page.keyboard.press('Enter')
  await done()

  await tabTo('Draft report: Early warning')
  await page.keyboard.press('Enter')
  await dialog().waitFor()
  // In a dialog that only asks for confirmation, the focus begins on the button that cancels.
  await tabTo('Draft report')
  await page.keyboard.press('Enter')
  await done()
  await page.getByText('The report is drafted.').waitFor()

  await tabTo('Record filing: Early warning')
  await page.keyboard.press('Enter')
  await dialog().waitFor()
  await type('Reference of the authority', 'CSIRT-7')
  await tabTo('Record filing')
  await page.keyboard.press('Enter')
  await done()
  await page.getByText('CSIRT-7').first().waitFor()

  await page.keyboard.press('m')
  await dialog().waitFor()
  // Contained, resolved, closed.
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown')
  await type('Note', 'Handled')
  await tabTo('Move')
  await page.keyboard.press('Enter')
  await Promise.race([done(), dialog().locator('.problem').waitFor()])
  expect(await dialog().locator('.problem').allTextContents()).toEqual([])
  await expect.poll(() => page.locator('h1').textContent()).toContain('closed')
})
