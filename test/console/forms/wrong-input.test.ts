import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
beforeEach(async () => {
  await opened.open('#/')
  await opened.open(`#/incidents/${opened.filled.incidentId}`)
})
const { dialog, field, submit } = controlsOf(() => page)

/** Opens the dialog of an action of the incident. */
async function act(name: RegExp): Promise<void> {
  await page.locator('main').getByRole('button', { name }).first().click()
  await dialog().waitFor()
}

/** Sends the form by keyboard. @returns the errors that its dialog shows */
async function send(): Promise<string[]> {
  await dialog().locator('button[type=submit]').focus()
  await page.keyboard.press('Enter')
  await dialog().locator('.problem').waitFor()
  return await dialog().locator('.problem').allInnerTexts()
}

async function discard(): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'detached' })
}

/** The name of the field or the text of the button that has the focus, and the text that describes it. */
const FOCUSED = `(() => {
  const it = document.activeElement
  const about = (it.getAttribute('aria-describedby') || '').split(' ')
  return [it.name || it.textContent.trim(), ...about.map((id) => document.getElementById(id)?.textContent).filter(Boolean)]
})()`

const REFUSED: [string, RegExp, { [field: string]: string }, string, string][] = [
  [
    'an owner who does not exist',
    /^Edit/,
    { owner: 'nobody@nowhere.example', reason: 'r' },
    'owner',
    'must be',
  ],
  ['grounds of spaces', /^Assess/, { grounds: '   ' }, 'grounds', 'must not be empty'],
  ['a comment of spaces', /^Comment/, { text: '   ' }, 'text', 'must not be empty'],
  ['a moment in the future', /^Set a moment/, { at: '2098-01-01T00:00' }, 'at', 'must not be in the future'],
  ['a digest that is none', /^Record filing/, { documentSha256: 'xyz' }, 'documentSha256', 'must be 64'],
]

test.each(REFUSED)(
  '%s: the focus moves to the field, which says what is wrong',
  async (_, name, typed, at, what) => {
    await act(name)
    if (at === 'documentSha256' && (await field('reportId').count()) > 0)
      await field('reportId').selectOption('')
    for (const [name, text] of Object.entries(typed)) await field(name).fill(text)
    const shown = await send()
    expect(shown[0]).toMatch(/^Check the marked fields/)
    const focused = (await page.evaluate(FOCUSED)) as string[]
    expect(focused[0]).toBe(at)
    expect(focused.at(-1)).toContain(what)
    await discard()
  },
)

test('an error of no field returns the focus to the button', async () => {
  await act(/^Edit/)
  await field('reason').fill('Nothing else')
  expect(await send()).toEqual(['Nothing is changed yet.'])
  expect(await page.evaluate(FOCUSED)).toEqual(['Save'])
  await discard()
})

test('a number that no message can hold does not leave the browser', async () => {
  await act(/^Edit/)
  await field('affectedPersonsCount').fill('9999999999999999999')
  await dialog().locator('input[name=affectedPersonsCount]:out-of-range').waitFor()
  await discard()
})

test('an act without an answer says that it may be recorded, and sending it again records it once', async () => {
  await act(/^Comment/)
  await field('text').fill('Recorded without an answer')
  await page.route('**/CommentIncident', async (route) => {
    await route.fetch()
    await route.abort()
  })
  expect((await send())[0]).toContain('may be recorded already')
  await page.locator('main').getByText('Recorded without an answer').first().waitFor({ state: 'attached' })
  expect(await field('text').inputValue()).toBe('Recorded without an answer')
  await page.unroute('**/CommentIncident')
  await submit()
  await dialog().waitFor({ state: 'detached' })
  await page.locator('main').getByText('Recorded without an answer').first().waitFor({ state: 'attached' })
  expect(await page.locator('main').getByText('Recorded without an answer').count()).toBe(1)
})

test('a file and a filing without an answer are sent again by the same form, and recorded once', async () => {
  const acts: [RegExp, string, () => Promise<void>][] = [
    [
      /^Attach a file/,
      'AttachToIncident',
      () =>
        field('content').setInputFiles({
          name: 'once.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('once'),
        }),
    ],
    [/^Record filing/, 'FileIncidentReport', () => field('reference').fill('Filed once')],
  ]
  for (const [name, method, fill] of acts) {
    await act(name)
    await fill()
    await page.route(`**/${method}`, async (route) => {
      await route.fetch()
      // Another minute begins before the form is sent again.
      if (method === 'FileIncidentReport')
        await page.evaluate(() => {
          const now = Date.now
          Date.now = () => now() + 60_000
        })
      await route.abort()
    })
    expect((await send())[0]).toContain('Send it again without a change')
    await page.unroute(`**/${method}`)
    await submit()
    await dialog().waitFor({ state: 'detached' })
  }
  for (const [table, text] of [
    ['Attachments', 'once.txt'],
    ['Filings', 'Filed once'],
  ] as const) {
    const rows = page.getByRole('table', { name: table }).getByText(text)
    await rows.first().waitFor()
    expect(await rows.count()).toBe(1)
  }
})

test('a time that the clocks pass twice asks which one is meant', async () => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' })
  await act(/^Set a moment/)
  await field('at').fill('2025-10-26T02:30')
  const choices = dialog().getByLabel('Which of the two times: When')
  const meant = await choices
    .locator('option')
    .evaluateAll((options) => options.map((option) => Number(option.getAttribute('value'))))
  expect(meant).toEqual([Date.UTC(2025, 9, 26, 0, 30), Date.UTC(2025, 9, 26, 1, 30)])
  await choices.selectOption({ index: 1 })
  await dialog().locator('button[type=submit]').click()
  await dialog().waitFor({ state: 'detached' })
  const shown = page.locator('main time[datetime^="2025-10-26T01:30"]')
  await shown.first().waitFor({ state: 'attached' })
  await session.send('Emulation.setTimezoneOverride', { timezoneId: '' })
})
