import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { IncidentService, IncidentStatus } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { controlClient } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { posting } from '../support/post.ts'
import { signIn } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
let incident: string
beforeAll(async () => {
  booted = await bootConsole({ size: { width: 320, height: 256 } })
  ;({ at } = booted)
  incident = (await posting(at)('/incidents', { title: 'Lost laptop', severity: 'critical' })).id as string
  await controlClient(at.baseUrl, IncidentService, at.organization.admin.session).moveIncident({
    ...{ id: incident, status: IncidentStatus.INVESTIGATING },
  })
})
afterAll(() => booted?.close())

/** The controls of the dialog that reach beyond its width. */
const BEYOND = `[...document.querySelectorAll('dialog label, dialog select, dialog button')]
  .filter((one) => one.getBoundingClientRect().right > document.querySelector('dialog').getBoundingClientRect().right)
  .map((one) => one.textContent)`

test('the versions of an incident are chosen in a window of 320 by 256 without scrolling sideways', async () => {
  const { page } = booted
  await signIn(page, at, at.organization.admin, `#/incidents/${incident}`)
  await page.getByRole('button', { name: 'Compare versions' }).click()
  await page.getByRole('dialog').getByLabel('Compare').first().waitFor()
  expect(await page.evaluate(BEYOND)).toEqual([])
})

test('dates of a locale with direction marks show none, on the axis of time either', async () => {
  const context = await booted.page.context().browser()!.newContext({ locale: 'ar-EG' })
  const page = await context.newPage()
  await signIn(page, at, at.organization.admin, `#/incidents/${incident}`)
  await page.getByText('The course as a table').waitFor()
  await expect.poll(() => page.locator('main svg text').count()).toBeGreaterThan(4)
  expect(await page.locator('main').textContent()).not.toContain('U+')
})

test('the text of an entry of the log does not scroll within the dialog that scrolls', async () => {
  const viewport = { width: 320, height: 256 }
  const context = await booted.page.context().browser()!.newContext({ viewport })
  const page = await context.newPage()
  const { entries } = await controlClient(
    at.baseUrl,
    AuditService,
    at.organization.admin.session,
  ).listEntries({})
  await signIn(page, at, at.organization.admin, `#/audit?entry=${entries[0]!.id}`)
  await page.locator('dialog pre').waitFor()
  const measures = await page.locator('dialog pre').evaluate((pre) => [pre.scrollHeight, pre.clientHeight])
  expect(measures[0]).toBe(measures[1])
  const dialog = page.locator('dialog')
  await page.keyboard.press('End')
  await expect.poll(() => dialog.evaluate((one) => one.scrollTop)).toBeGreaterThan(100)
})
