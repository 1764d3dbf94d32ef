import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { bootNotifications, notificationsAs } from '../../notifications/support/boot.ts'
import { administration } from '../../webhook/support/endpoint.ts'
import { send } from '../../webhook/support/send.ts'
import { openPage, type Page } from '../support/browser.ts'
import { builtConsole } from '../support/built.ts'
import { controlsOf } from '../support/controls.ts'
import { keyboardOf } from '../support/keyboard.ts'

let booted: Awaited<ReturnType<typeof bootNotifications>>
let browser: Page
beforeAll(async () => {
  await builtConsole()
  booted = await bootNotifications()
  browser = await openPage({ width: 320, height: 640 })
})
afterAll(async () => {
  await browser?.close()
  await booted?.stop()
})
const { dialog } = controlsOf(() => browser.page)
const { tabTo, type, enter, goTo, unnamed } = keyboardOf(() => browser.page)

/** Fills in the dialog that a button or a key has opened, and sends it. */
async function say(fields: readonly (readonly [string, string])[], confirm: string): Promise<void> {
  const { page } = browser
  await dialog().waitFor()
  expect([confirm, await unnamed()]).toEqual([confirm, []])
  for (const [label, text] of fields) {
    const isChoice = text.startsWith('=')
    if (!isChoice) await type(label, text)
    else {
      await tabTo(label)
      await page.keyboard.type(text.slice(1))
    }
  }
  await tabTo(confirm)
  await page.keyboard.press('Enter')
  await Promise.race([dialog().waitFor({ state: 'detached' }), dialog().locator('.problem').waitFor()])
  expect(await dialog().locator('.problem').allTextContents()).toEqual([])
}

test('an alert becomes a filed, corrected and closed incident by keyboard alone, and e-mails report it', async () => {
  const { at, mail } = booted
  const { page } = browser
  const { admin } = at.organization
  const { client, as } = notificationsAs(at, admin.session)
  const channel = { name: 'on call', kind: ChannelKind.EMAIL, recipients: ['ciso@example.com'], events: [] }
  await client.createChannel(channel, as('createChannel'))
  const endpoint = await administration(at).make()
  const alert = { title: 'Beaconing host', external_id: 'edr-1' }
  expect((await send(at.baseUrl, endpoint, JSON.stringify(alert))).status).toBe(201)
  const mails = (words: string) => mail.mails.filter(({ source }) => source.includes(words)).length
  await expect.poll(() => mails('Beaconing host')).toBeGreaterThan(0)

  await page.goto(`${at.baseUrl}/console/#/`)
  await page.locator('input[name=email]').waitFor()
  await type('E-mail', admin.email)
  await type('Password', admin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await goTo('Incidents')
  await page.getByRole('link', { name: /Beaconing host/ }).waitFor()
  expect(await unnamed()).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Beaconing host/ }).waitFor()

  await page.keyboard.press('e')
  await say(
    [
      ['Severity', '=Critical'],
      ['Reason', 'The host holds personal data'],
    ],
    'Save',
  )
  await page.keyboard.press('a')
  await say([['Grounds', 'A service is not available']], 'Assess')
  await expect.poll(() => page.getByRole('button', { name: 'Draft report: Early warning' }).count()).toBe(1)
  await enter('Draft report: Early warning')
  await say([], 'Draft report')
  await page.getByText('The report is drafted.').waitFor()
  await enter('Record filing: Early warning')
  await say([['Reference of the authority', 'CSIRT-7']], 'Record filing')
  await page.getByText('CSIRT-7').first().waitFor()
  await enter('Correct')
  await say(
    [
      ['Reference of the authority', 'CSIRT-8'],
      ['Note', 'The first reference was wrong'],
    ],
    'Correct',
  )
  await page.getByText('CSIRT-8').first().waitFor()
  for (const [status, heading] of [
    ['=Investigating', 'investigating'],
    ['=Closed', 'closed'],
  ] as const) {
    await page.keyboard.press('m')
    await say(
      [
        ['New status', status],
        ['Note', 'Handled'],
      ],
      'Move',
    )
    await expect.poll(() => page.locator('h1').textContent()).toContain(heading)
  }
  await goTo('Notifications')
  await expect.poll(() => page.locator('main tbody tr').count()).toBeGreaterThan(0)
  expect(await unnamed()).toEqual([])
})
