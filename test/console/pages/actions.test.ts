import type { Page as BrowserPage, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessOf } from '../../../services/kernel/identity/access.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { ACTIONS, type Action } from '../support/actions.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { type Filled, fill } from '../support/fill.ts'
import { personOf, ROLES, type RoleName } from '../support/people.ts'

/** Markup that would run if a page treated text as markup. */
const MARKUP = '<img src=x onerror="document.title=1">'

let booted: BootedConsole
let at: TestInstallation
let page: BrowserPage
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at, page } = booted)
})
afterAll(() => booted?.close())

/** Opens a page and waits until all of it is there. */
async function open(address: string, anew = false): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`)
  if (anew) await page.reload()
  await page.locator(`main[data-page=${JSON.stringify(address.slice(1))}] h1`).waitFor()
  await expect.poll(() => page.locator('.loading').count()).toBe(0)
}

describe.each(Object.keys(ROLES) as RoleName[])('%s', (role) => {
  test('can do every action of the role, finds no other, and texts are never markup', async () => {
    const organization = await at.another({ name: `Of the ${role}` })
    const filled = await fill({ ...at, organization }, MARKUP)
    // With the package a checkpoint is signed.
    const cookie = `attestry_session=${organization.admin.session}`
    await call(at.baseUrl, '/api/control/evidence-export', { headers: { cookie } })
    const session = await personOf(at.baseUrl, organization, role, `${role}.example`)
    await page.context().clearCookies()
    await page
      .context()
      .addCookies([{ name: 'attestry_session', value: session, url: `${at.baseUrl}/api/control` }])
    await page.goto(`${at.baseUrl}/console/?${role}#/`)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const menu = await page
      .locator('nav a')
      .evaluateAll((links) => links.map((link) => `#${link.getAttribute('href')!.split('#')[1]}`))
    const done: string[] = []
    const failed: string[] = []
    for (const action of ACTIONS) {
      const address = action.page(filled)
      const name = action.method.localName
      const may = accessOf(action.method).control.includes(ROLES[role])
      // A page that is not in the menu has no action for this person.
      if (!may && /^#\/[a-z-]+$/.test(address) && !menu.includes(address)) continue
      // The rows of before an action are shown until they are fetched again.
      await open(address, may && action.method.input.field.expectedVersion !== undefined)
      const button = page.getByRole('button', { name: action.button }).first()
      if (!may || action.hidden) expect([name, await button.count()]).toEqual([name, 0])
      else {
        await button.click()
        const result = await perform(action, filled)
        if (result === 'done') done.push(name)
        else {
          failed.push(`${name}: ${result}`)
          await page.reload()
        }
      }
    }
    expect(failed).toEqual([])
    expect(done.length).toBeGreaterThan(role === 'auditor' ? 1 : 20)
    const addresses = [
      ...menu,
      ...ACTIONS.map((action) => action.page(filled)),
      `#/agent-runs/${filled.runId}`,
    ]
    for (const address of new Set(addresses)) {
      if (/^#\/[a-z-]+$/.test(address) && !menu.includes(address)) continue
      await open(address)
      expect([address, await page.locator('img[src=x]').count(), await page.title()]).toEqual([
        address,
        0,
        expect.stringContaining('Attestry'),
      ])
    }
    expect(await page.getByText(MARKUP).count()).toBeGreaterThan(0)
  })
})

/** Fills the dialog, sends it, and says what came of it. */
async function perform(action: Action, filled: Filled): Promise<string> {
  const form = page.locator('dialog form').last()
  await form.waitFor()
  const values: { [field: string]: string } = action.values?.(filled) ?? {}
  const fields = form.locator('input, textarea, select')
  const about = await fields.evaluateAll((all) =>
    (all as unknown as About[]).map(({ name, type, value }) => ({ name, type, value })),
  )
  for (const [i, field] of about.entries()) await fillIn(fields.nth(i), field, action, values)
  const send = form.locator('button[type=submit]')
  await expect.poll(() => send.isEnabled()).toBe(true)
  await send.click()
  const outcome = async (): Promise<string> => {
    if ((await page.locator('dialog').count()) === 0) return 'done'
    if ((await page.locator('dialog .given').count()) > 0) return 'given'
    const problem = page.locator('dialog .problem')
    return (await problem.count()) > 0 ? ((await problem.textContent()) ?? '') : 'open'
  }
  await expect.poll(outcome).not.toBe('open')
  const result = await outcome()
  if (result !== 'given') return result
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  const stored = page.getByRole('button', { name: 'I have stored it' })
  await expect.poll(async () => (await stored.count()) + Number((await outcome()) === 'done')).toBe(1)
  if ((await stored.count()) > 0) await stored.click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  return 'done'
}

/** A field of a form, as it is when the dialog opens. */
type About = { name: string; type: string; value: string }

/** Gives a field its value, or markup where it is empty and takes any text. */
async function fillIn(
  field: Locator,
  { name, type, value }: About,
  action: Action,
  values: { [field: string]: string },
): Promise<void> {
  if (action.only !== undefined && !action.only.includes(name)) return
  if (type === 'hidden') {
    // The value of the combobox that follows.
    if (values[name] === undefined) return
    await field.locator('+ .combobox').getByRole('combobox').fill(values[name])
    await page.getByRole('listbox').getByRole('option').first().click()
  } else if (type === 'select-one') {
    if (values[name] !== undefined) await field.selectOption(values[name])
  } else if (type === 'checkbox') {
    if (values[name] === value) await field.check()
  } else if (type === 'file') {
    await field.setInputFiles({
      name: `${MARKUP.replaceAll('/', '')}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('a'),
    })
  } else if (values[name] !== undefined) await field.fill(values[name])
  else if (['text', 'textarea'].includes(type) && (await field.inputValue()) === '') await field.fill(MARKUP)
}

test('no page broke the content security policy or logged a problem', () => {
  expect(booted.problems).toEqual([])
})
