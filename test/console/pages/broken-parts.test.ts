import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { controlsOf } from '../support/controls.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
let page: BrowserPage
beforeAll(async () => {
  opened = await openConsole()
  page = opened.page
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const { dialog, press, field } = controlsOf(() => page)

/** The error that the next dialog throws when it is shown. */
const breakNextDialog = () =>
  page.evaluate(`{
    const { showModal } = HTMLDialogElement.prototype
    HTMLDialogElement.prototype.showModal = function () {
      HTMLDialogElement.prototype.showModal = showModal
      throw new TypeError('the dialog is broken')
    }
  }`)

/** The page is there, the dialog says that it cannot be shown, and closes. */
async function expectBrokenDialog(heading: string): Promise<void> {
  await dialog().getByText('This part cannot be shown.').waitFor()
  const said = dialog().getByText('the dialog is broken')
  // The cause is shown to a person who opens the details.
  expect(await said.isVisible()).toBe(false)
  await dialog().getByText('Technical details').click()
  await said.waitFor()
  expect(await page.getByRole('heading', { level: 1, name: heading, includeHidden: true }).count()).toBe(1)
  await dialog().getByRole('button', { name: 'Close' }).click()
  await dialog().waitFor({ state: 'detached' })
}

test('an action’s dialog that breaks leaves its page usable, and can be opened again', async () => {
  await opened.open('#/users')
  await breakNextDialog()
  await press('Invite a person')
  await expectBrokenDialog('People')
  await press('Invite a person')
  await field('email').waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

test('a row’s dialog that breaks leaves the list usable, and is shown on another try', async () => {
  await opened.open('#/assets')
  await breakNextDialog()
  await press('customer database')
  await dialog().getByText('This part cannot be shown.').waitFor()
  await dialog().getByRole('button', { name: 'Try again' }).click()
  await dialog().getByText('confidential').waitFor()
  await page.keyboard.press('Escape')
  await breakNextDialog()
  await press('customer database')
  await expectBrokenDialog('Assets')
})

test('a dialog of the page frame that breaks leaves the frame usable', async () => {
  await opened.open('#/assets')
  await breakNextDialog()
  await page.keyboard.press('?')
  await expectBrokenDialog('Assets')
})

test('a part of a page that breaks leaves the other parts, and is shown on another try', async () => {
  await page.evaluate(`{
    window.Observer = ResizeObserver
    window.ResizeObserver = class { constructor() { throw new TypeError('no chart') } }
  }`)
  await opened.open(`#/systems/${opened.filled.systemId}`)
  const card = page.locator('.card', { hasText: 'Gate by day' })
  await card.getByText('This part cannot be shown.').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Suites' }).waitFor()
  await page.evaluate('window.ResizeObserver = window.Observer')
  await card.getByRole('button', { name: 'Try again' }).click()
  await card.getByText('The days as a table').waitFor()
})

test('a part that broke on one AI system’s page is shown on another’s', async () => {
  const systems = controlClient(opened.at.baseUrl, SystemService, opened.at.organization.admin.session)
  const { system } = await systems.createSystem({ name: 'another one' })
  await page.reload()
  // Data that was fetched before is shown at once: nothing is unmounted in between.
  await opened.open(`#/systems/${system!.id}`)
  await page.evaluate(`{
    window.Observer = ResizeObserver
    window.ResizeObserver = class { constructor() { throw new TypeError('no chart') } }
  }`)
  await opened.open(`#/systems/${opened.filled.systemId}`)
  const broken = page.locator('#suites').getByText('This part cannot be shown.')
  await broken.waitFor()
  await page.evaluate('window.ResizeObserver = window.Observer')
  await page.evaluate(`location.hash = '#/systems/${system!.id}'`)
  await page.getByRole('heading', { level: 1, name: 'another one' }).waitFor()
  await broken.waitFor({ state: 'detached' })
})

test('a page whose script cannot be fetched says so, and is shown once it can be', async () => {
  await page.reload()
  await opened.open('#/assets')
  await page.route('**/assets/webhooks-*.js', (route) => route.abort())
  await page.evaluate(`location.hash = '#/webhooks'`)
  await page.getByText('This page cannot be shown.').waitFor()
  await page.getByRole('link', { name: 'Assets' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await press('Load again')
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
})
