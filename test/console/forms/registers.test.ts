import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  AssetService,
  AssetStatus,
  Classification,
  Criticality,
} from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import {
  AssessmentStatus,
  SupplierCategory,
  SupplierService,
} from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { controlClient } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { controlsOf } from '../support/controls.ts'
import { signIn } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
let page: BrowserPage
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at, page } = booted)
  await signIn(page, at, at.organization.admin, '#/')
})
afterAll(() => booted?.close())

const { field, submit, dialog, titles, open, press } = controlsOf(() => page)
const assets = () => controlClient(at.baseUrl, AssetService, at.organization.admin.session)
const suppliers = () => controlClient(at.baseUrl, SupplierService, at.organization.admin.session)

async function sent(): Promise<void> {
  await submit()
  await dialog().waitFor({ state: 'detached' })
}

async function asset(name: string, more: object = {}): Promise<string> {
  const made = await assets().createAsset({
    ...{ name, assetType: 'badge_printer', hostedInEu: true },
    ...{ classification: Classification.INTERNAL, businessCriticality: Criticality.LOW, ...more },
  })
  return made.asset!.id
}

const assetNow = async (id: string) => (await assets().listAssets({ search: id })).assets[0]!
const supplierNow = async (id: string) => (await suppliers().listSuppliers({ search: id })).suppliers[0]!

test('an edit of an asset sends only changed fields, and keeps its type, spaces and ticks', async () => {
  const id = await asset(' Two  spaces')
  const before = await assetNow(id)
  await open('#/assets')
  await press('Edit Two spaces')
  await field('businessCriticality').selectOption(String(Criticality.CRITICAL))
  await field('containsPersonalData').check()
  await sent()
  expect(await assetNow(id)).toEqual({
    ...{ ...before, version: 2, businessCriticality: Criticality.CRITICAL, containsPersonalData: true },
  })
  await press('Edit Two spaces')
  await submit()
  await dialog().getByText('Nothing is changed yet.').waitFor()
  await field('name').fill('One name')
  await field('hostedInEu').uncheck()
  await sent()
  await expect.poll(titles).toEqual(['One name'])
  expect(await assetNow(id)).toMatchObject({ name: 'One name', hostedInEu: false, version: 3 })
})

test('a stale edit of an asset shows what was recorded meanwhile, and keeps what was typed', async () => {
  const id = await asset('Ours')
  await open('#/assets?q=ours')
  await press('Edit Ours')
  await field('name').fill('Ours and mine')
  await assets().editAsset({ id, expectedVersion: 1, name: 'Ours and theirs', hostedInEu: false })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  expect(await field('name').inputValue()).toBe('Ours and mine')
  expect(await field('hostedInEu').isChecked()).toBe(false)
  await sent()
  expect(await assetNow(id)).toMatchObject({ name: 'Ours and mine', hostedInEu: false, version: 3 })
})

test('an action right after another on the same row begins with what the first recorded', async () => {
  const id = await asset('Twice')
  await open('#/assets?q=twice')
  await page.route('**/ListAssets', (route) => setTimeout(() => void route.continue(), 300))
  await press('Edit Twice')
  await field('businessCriticality').selectOption(String(Criticality.CRITICAL))
  await sent()
  await press('Edit Twice')
  await field('name').fill('Twice edited')
  await sent()
  await press('Retire Twice edited')
  await sent()
  await page.unroute('**/ListAssets')
  expect(await assetNow(id)).toMatchObject({ name: 'Twice edited', status: AssetStatus.RETIRED, version: 4 })
})

test('an asset that somebody else changed is not retired unseen', async () => {
  const id = await asset('Retiring')
  await open('#/assets?q=retiring')
  await press('Retire Retiring')
  await assets().editAsset({ id, expectedVersion: 1, businessCriticality: Criticality.CRITICAL })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await dialog().locator('.badge', { hasText: 'critical' }).waitFor()
  expect(await assetNow(id)).toMatchObject({ status: AssetStatus.ACTIVE, version: 2 })
  await sent()
  expect(await assetNow(id)).toMatchObject({ status: AssetStatus.RETIRED, version: 3 })
})

test('an edit keeps what was typed when the asset leaves the list', async () => {
  const id = await asset('Leaving')
  await open(`#/assets?q=leaving&status=${AssetStatus.ACTIVE}`)
  await press('Edit Leaving')
  await field('name').fill('Left')
  await assets().retireAsset({ id })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await page.getByText('No asset matches.').waitFor({ state: 'attached' })
  expect(await field('name').inputValue()).toBe('Left')
  await sent()
  expect(await assetNow(id)).toMatchObject({ name: 'Left', status: AssetStatus.RETIRED, version: 3 })
})

test('an edit of a supplier clears optional fields, and a stale assessment is refused', async () => {
  const { supplier } = await suppliers().createSupplier({
    ...{ name: 'Cloud', category: SupplierCategory.STANDARD, orgNumber: '556' },
    ...{ serviceDescription: 'one\r\ntwo\n', contactEmail: 'desk@cloud.example' },
  })
  const { id } = supplier!
  await open('#/suppliers')
  await press('Edit Cloud')
  await field('contactEmail').fill('')
  await sent()
  const edited = await supplierNow(id)
  expect([edited.contactEmail, edited.orgNumber, edited.serviceDescription]).toEqual([
    ...[undefined, '556', 'one\r\ntwo\n'],
  ])
  await press('Assess Cloud')
  await field('status').selectOption(String(AssessmentStatus.APPROVED))
  await suppliers().assessSupplier({ id, status: AssessmentStatus.IN_PROGRESS, riskScore: 80 })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  expect(await field('riskScore').inputValue()).toBe('80')
  await sent()
  expect(await supplierNow(id)).toMatchObject({ assessmentStatus: AssessmentStatus.APPROVED, riskScore: 80 })
})

test('an assessment keeps what somebody else recorded when the supplier leaves the list', async () => {
  const { supplier } = await suppliers().createSupplier({ name: 'Gone', category: SupplierCategory.STANDARD })
  const { id } = supplier!
  await open(`#/suppliers?q=gone&assessment=${AssessmentStatus.PENDING}`)
  await press('Assess Gone')
  await field('riskScore').fill('40')
  await suppliers().assessSupplier({ id, status: AssessmentStatus.APPROVED, riskScore: 80 })
  await submit()
  await dialog().getByText('Another person changed it meanwhile.').waitFor()
  await expect.poll(() => field('status').inputValue()).toBe(String(AssessmentStatus.APPROVED))
  await sent()
  expect(await supplierNow(id)).toMatchObject({ assessmentStatus: AssessmentStatus.APPROVED, riskScore: 40 })
})

test('the open view of an asset follows what is recorded', async () => {
  const id = await asset('Opened')
  await open('#/assets?q=opened')
  await press('Opened')
  await dialog().getByText('Internal').waitFor()
  await assets().editAsset({ id, expectedVersion: 1, classification: Classification.RESTRICTED })
  await page.clock.setFixedTime(Date.now() + 120_000)
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  await dialog().getByText('Restricted').waitFor()
})

test('a CSV file imported before adds nothing, and its preview shows differences from the register', async () => {
  await asset('scanner', { assetType: 'endpoint', containsPersonalData: true })
  const all = async () => (await assets().listAssets({ search: 'scanner' })).assets
  await page.reload()
  await open('#/assets')
  const chosen = async (rows: string[], unread = false) => {
    await press('Import CSV')
    const buffer = Buffer.from(['name,asset_type,classification,business_criticality', ...rows].join('\n'))
    await field('file').setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer })
    if (unread) await field('unread').check()
    await submit()
  }
  const lines = page.getByRole('region', { name: 'Rows of the file' }).locator('tbody tr')
  const list = [
    'scanner,endpoint,internal,low',
    'scanner,service,public,high',
    'scanner,service,public,high',
    'scanner,endpoint,public,low',
  ]
  await chosen(list)
  await dialog().getByText('4 rows: 1 new, 1 registered already, 2 with a problem.').waitFor()
  expect(await lines.allTextContents()).toEqual([
    expect.stringContaining('is the same as line 3'),
    expect.stringContaining('has the name and asset_type of line 2'),
    expect.stringContaining('is registered already'),
    expect.stringContaining('to import'),
  ])
  await submit()
  await dialog().getByText('1 asset imported, 1 registered already.').waitFor()
  await press('Done')
  await chosen(list.slice(1, 2))
  await dialog().getByText('1 row: 0 new, 1 registered already, 0 with a problem.').waitFor()
  expect(await dialog().getByRole('button', { name: 'Import 0 assets' }).isDisabled()).toBe(true)
  await press('Cancel')
  await chosen(list.slice(3))
  await lines.getByText('is registered with another classification; it stays as it is').waitFor()
  await press('Cancel')
  expect(await all()).toHaveLength(2)
  await chosen(list.slice(3), true)
  await dialog().getByText('What is registered already was not looked for.').waitFor()
  await submit()
  await dialog().getByText('1 asset imported.').waitFor()
  await press('Done')
  expect(await all()).toHaveLength(3)
})
