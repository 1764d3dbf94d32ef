import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'
import { posting } from '../support/post.ts'

/** A name in Hebrew with Latin letters at its end: in Hebrew order the Latin letters are to the left. */
const NAME = '\u05d0\u05d1\u05d2, 7 xyz!'

let opened: OpenedConsole
let page: BrowserPage
let incident: string
let system: string
beforeAll(async () => {
  opened = await openConsole()
  page = opened.page
  const { at } = opened
  const { session } = at.organization.admin
  incident = (await posting(at)('/incidents', { title: NAME, severity: 'low', description: NAME }))
    .id as string
  await controlClient(at.baseUrl, IncidentWorkService, session).attachToIncident({
    ...{ id: incident, name: NAME, mediaType: 'text/plain', content: new Uint8Array([1]) },
  })
  system = (await controlClient(at.baseUrl, SystemService, session).createSystem({ name: NAME })).system!.id
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())

/** The order, from left to right, of the name's letters \u05d0 and x and of its last mark, in each visible text that has the name. */
const ORDERS = `[...document.querySelectorAll('main *, dialog *, #notes *')].flatMap((one) => [...one.childNodes])
  .filter((node) => node.nodeType === 3 && node.data.includes('\u05d0') && node.parentElement.checkVisibility())
  .map((node) => {
    const left = (letter) => {
      const range = document.createRange()
      const at = node.data.indexOf(letter)
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect().left
    }
    return ['\u05d0', 'x', '!'].sort((a, b) => left(a) - left(b)).join('')
  })`

const orders = async () => (await page.evaluate(ORDERS)) as string[]

test('a name from right to left is in its own order in lists, headings, facts and sentences', async () => {
  for (const [address, atLeast] of [
    ['#/incidents', 1],
    [`#/incidents/${incident}`, 4],
    ['#/systems', 1],
    [`#/systems/${system}`, 1],
  ] as const) {
    await opened.open(address)
    const found = await orders()
    expect([address, found.length >= atLeast, new Set(found)]).toEqual([address, true, new Set(['!x\u05d0'])])
  }
})

test('a dialog asks in English and keeps the order of the name in its fields', async () => {
  await opened.open(`#/incidents/${incident}`)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  for (const name of ['title', 'description']) {
    const field = page.locator(`dialog [name=${name}]`)
    const bidi = await field.evaluate(
      (one) => one.ownerDocument.defaultView!.getComputedStyle(one).unicodeBidi,
    )
    expect([name, await field.inputValue(), bidi]).toEqual([name, NAME, 'plaintext'])
  }
})

test('the title of a dialog and the message after it keep the order of the name', async () => {
  await opened.open(`#/systems/${system}`)
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const title = page.locator('dialog h2')
  await title.waitFor()
  expect(await title.textContent()).toBe(`Edit \u2068${NAME}\u2069`)
  expect(new Set(await orders())).toEqual(new Set(['!x\u05d0']))
  await page.locator('dialog [name=attestationRoles]').fill('ciso')
  await page.locator('dialog button[type=submit]').click()
  await page.locator('#notes').getByText('is changed.').waitFor()
  expect(new Set(await orders())).toEqual(new Set(['!x\u05d0']))
})
