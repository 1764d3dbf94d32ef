import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { controlClient } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { controlsOf } from '../support/controls.ts'
import type { Filled } from '../support/fill.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
let at: TestInstallation
let page: BrowserPage
let filled: Filled
beforeAll(async () => {
  opened = await openConsole()
  ;({ at, page, filled } = opened)
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())
const open = (address: string) => opened.open(address)
const { titles, dialog, field, press, submit, leave } = controlsOf(() => page)

test('incidents are triaged by keys alone, with the outcome of each', async () => {
  await open('#/incidents?q=laptop')
  await page.getByRole('link', { name: 'Lost laptop' }).waitFor()
  await expect.poll(titles).toEqual(['Lost laptop'])
  await page.keyboard.press('?')
  const keys = await page.getByRole('dialog', { name: 'Keys' }).locator('dt').allTextContents()
  expect(keys).toEqual(['m', 'o', 's', 'j', 'k', 'Enter', 'x', '/', 'Ctrl K', '?'])
  await leave()
  await page.keyboard.press('j')
  // A dialog that is left gives the focus back to the row, so that the keys continue from there.
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Set the severity of 1 incident' }).waitFor()
  await leave()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Lost laptop')
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Set the severity of 1 incident' }).waitFor()
  await field('severity').selectOption({ label: 'High' })
  await field('reason').fill('It held customer data.')
  await submit()
  await page.getByText('1 incident changed.').waitFor()
  await press('Done')
  await page.locator('tbody .badge', { hasText: 'high' }).waitFor()

  // Two are assigned; one of them was changed by somebody else meanwhile.
  await open('#/incidents')
  await expect.poll(async () => (await titles()).length).toBe(3)
  await page.keyboard.press('j')
  for (let row = 0; row < 3; row++) {
    await page.keyboard.press('x')
    await page.keyboard.press('j')
  }
  await page.getByText('3 incidents selected').waitFor()
  await controlClient(at.baseUrl, IncidentWorkService, at.organization.admin.session).editIncident({
    ...{ id: filled.incidentId, expectedVersion: 1, reason: 'meanwhile' },
    title: 'Ransomware on two file servers',
  })
  await page.keyboard.press('o')
  await field('owner').fill(at.organization.admin.email)
  await field('reason').fill('On call.')
  await submit()
  await page.getByText('2 incidents assigned. 1 refused.').waitFor()
  expect(await dialog().getByRole('region', { name: 'Results' }).locator('li').allTextContents()).toEqual([
    expect.stringMatching(/^refused Ransomware on a file server: /),
    expect.stringMatching(/^assigned /),
    expect.stringMatching(/^assigned /),
  ])
  await press('Done')
  expect(await page.getByText('incidents selected').count()).toBe(0)
})

test('an incident’s actions have keys, and any two of its versions are shown side by side', async () => {
  await open(`#/incidents/${filled.incidentId}`)
  await page.getByRole('heading', { level: 1, name: 'Ransomware on two file servers' }).waitFor()
  for (const [key, name] of [
    ['m', 'Move Ransomware on two file servers'],
    ['e', 'Edit Ransomware on two file servers'],
    ['c', 'Comment on Ransomware on two file servers'],
    ['a', 'Assess Ransomware on two file servers'],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('dialog', { name }).waitFor()
    await leave()
  }
  await press('Compare versions')
  const changed = dialog().locator('tbody tr', { hasText: 'changed' })
  expect(await changed.first().locator('td').allTextContents()).toEqual([
    'Title',
    'Ransomware on a file server',
    'Ransomware on two file servers',
    'changed',
  ])
  // On a phone the label of a cell leaves room for its value.
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog().locator('.cards').waitFor()
  const cell = dialog().locator('td[data-label^="Version"] > div', {
    hasText: 'Ransomware on two file servers',
  })
  const { width } = (await cell.boundingBox())!
  expect(width).toBeGreaterThan(100)
  await page.setViewportSize({ width: 1400, height: 1000 })
  await leave()
})

test('a key works once its button is shown, and is a letter in a text field', async () => {
  await open('#/')
  // Pressed in the turn in which the button enters the document: before the browser has drawn it.
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector('main [aria-keyshortcuts=c]') === null) return
    observer.disconnect()
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))
  }).observe(document.body, { childList: true, subtree: true })
  location.hash = '#/incidents/${filled.incidentId}'`)
  await page.getByRole('dialog', { name: /^Comment on / }).waitFor()
  await page.keyboard.type('camek?/')
  expect(await field('text').inputValue()).toBe('camek?/')
  expect(await dialog().count()).toBe(1)
  await page.keyboard.press('Escape')
  await press('Discard')
  await dialog().waitFor({ state: 'detached' })
  await open('#/incidents')
  await page.keyboard.press('/')
  await page.keyboard.type('laptop?')
  expect(await page.getByLabel('Search').inputValue()).toBe('laptop?')
  expect(await dialog().count()).toBe(0)
})

test('incidents are found by days of detection that are typed by keys alone', async () => {
  const body = { title: 'Of an earlier year', severity: 'low', detected_at: '2024-03-05T12:00:00Z' }
  await call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key, body })
  await page.reload()
  await open('#/incidents')
  await page.getByLabel('Detected from').focus()
  for (const key of '01022024') await page.keyboard.press(key)
  expect(await page.getByLabel('Detected from').inputValue()).toBe('2024-01-02')
  await page.getByLabel('Up to and including').focus()
  for (const key of '03052024') await page.keyboard.press(key)
  await expect.poll(titles).toEqual(['Of an earlier year'])
  expect(page.url()).toContain('from=2024-01-02&to=2024-03-05')
  expect(await page.locator('.failed').count()).toBe(0)
})

test('the chosen page is told from the others in the reader’s own colours', async () => {
  await open('#/')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Control+k')
  await page.locator('[role=option][aria-selected=true]').waitFor()
  const groundOf = async (isSelected: boolean) => {
    const box = (await page.locator(`[role=option][aria-selected=${isSelected}]`).first().boundingBox())!
    const clip = { x: box.x + 3, y: box.y + box.height / 2, width: 4, height: 4 }
    return (await page.screenshot({ clip })).toString('base64')
  }
  expect(await groundOf(true)).not.toBe(await groundOf(false))
  await leave()
  await page.emulateMedia({ forcedColors: 'none' })
})

test('no page broke the content security policy or logged a problem', () => {
  expect(opened.problems.filter((text) => !/EditIncident$/.test(text))).toEqual([])
})
