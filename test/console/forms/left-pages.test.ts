import type { Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Operator, SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { WebhookFormat, WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { AssetService } from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import {
  IncidentService,
  IncidentStatus,
  Severity,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import type { AdminClients } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { type BootedConsole, bootConsole } from '../support/booted.ts'
import { controlsOf } from '../support/controls.ts'
import { signIn } from '../support/sign-in.ts'

let booted: BootedConsole
let at: TestInstallation
let page: BrowserPage
let client: AdminClients
beforeAll(async () => {
  booted = await bootConsole()
  ;({ at, page, client } = booted)
  await signIn(page, at, at.organization.admin, '#/')
})
afterAll(() => booted?.close())

const { field, submit, dialog, open } = controlsOf(() => page)

async function chosen(name: string, rows: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Import CSV', exact: true }).click()
  const buffer = Buffer.from(['name,asset_type,classification,business_criticality', ...rows].join('\n'))
  await field('file').setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer })
  await submit()
}

const named = async (search: string) => (await client(AssetService).listAssets({ search })).assets

test('a mapping and a sample that were typed are there again when a person returns to the page', async () => {
  const mapping = '{"title":{"pointers":["/name"]},"severity":{"default":"high"}}'
  const { endpoint } = await client(WebhookService).createWebhookEndpoint({
    ...{ name: 'mapped', format: WebhookFormat.GENERIC_JSON, mapping },
  })
  await open(`#/webhooks/${endpoint!.id}`)
  const typed = (name: string) => page.locator(`main [name=${name}]`)
  await typed('sample').fill('{"name":"typed"}')
  await open('#/webhooks')
  await page.goBack()
  await expect.poll(() => typed('sample').inputValue()).toBe('{"name":"typed"}')
  expect(JSON.parse(await typed('mapping').inputValue())).toEqual(JSON.parse(mapping))
  // The next person in this tab does not see it.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await signIn(page, at, at.organization.admin, `#/webhooks/${endpoint!.id}`)
  await expect.poll(() => typed('sample').inputValue()).toBe('')
})

test('an imported row whose answer is lost is sent again, and is recorded once', async () => {
  await open('#/assets')
  await chosen('lost', ['lost answer,endpoint,internal,low'])
  let sent = 0
  await page.route('**/CreateAsset', async (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await dialog().getByText('1 row: 1 new').waitFor()
  await submit()
  await dialog().getByText('1 asset imported.').waitFor()
  await page.unroute('**/CreateAsset')
  expect([sent, await named('lost answer')]).toEqual([2, [expect.objectContaining({ name: 'lost answer' })]])
  await page.getByRole('button', { name: 'Done' }).click()
})

test('a row that is never answered is reported as possibly recorded', async () => {
  await chosen('silent', ['silent,endpoint,internal,low'])
  await page.route('**/CreateAsset', (route) => route.abort())
  await dialog().getByText('1 row: 1 new').waitFor()
  await submit()
  await dialog().getByText('this may be recorded already').waitFor()
  await page.unroute('**/CreateAsset')
  await page.getByRole('button', { name: 'Done' }).click()
})

test('an import goes on, and shows its result, when its page is left', async () => {
  await chosen('left', ['left one,endpoint,internal,low', 'left two,endpoint,internal,low'])
  const held: (() => void)[] = []
  await page.route('**/CreateAsset', async (route) => {
    if (held.length === 0) await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await dialog().getByText('2 rows: 2 new').waitFor()
  await submit()
  await expect.poll(() => held.length).toBe(1)
  await open('#/suppliers')
  held[0]!()
  await dialog().getByText('2 assets imported.').waitFor()
  expect(await named('left')).toHaveLength(2)
  await page.getByRole('button', { name: 'Done' }).click()
})

/** Holds the first call of an RPC. Returns what lets it go, once it is called. */
async function holdFirst(method: string): Promise<() => Promise<() => void>> {
  const held: (() => void)[] = []
  await page.route(`**/${method}`, async (route) => {
    if (held.length === 0) await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  return async () => {
    await expect.poll(() => held.length).toBe(1)
    return held[0]!
  }
}

test('Escape stops an import, which says what it did not send, also after its page is left', async () => {
  await open('#/assets')
  const rows = ['one', 'two', 'three'].map((name) => `stopped ${name},endpoint,internal,low`)
  await chosen('stopped', rows)
  const held = await holdFirst('CreateAsset')
  await dialog().getByText('3 rows: 3 new').waitFor()
  await submit()
  const go = await held()
  // Held down: each further event is a repetition.
  for (let n = 0; n < 3; n++) await page.keyboard.down('Escape')
  await page.keyboard.up('Escape')
  go()
  await dialog().getByText('1 asset imported.').waitFor()
  await dialog().getByText('Stopped. 2 rows not sent, from line 3 on.').waitFor()
  await open('#/suppliers')
  await dialog().getByText('Stopped. 2 rows not sent').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.unroute('**/CreateAsset')
  expect((await named('stopped')).map(({ name }) => name)).toEqual(['stopped one'])
})

test('Escape stops an action on several incidents: the others are named, and stay selected', async () => {
  for (const title of ['third', 'second', 'first'])
    await client(IncidentService).createIncident({ title, severity: Severity.LOW })
  await open('#/incidents')
  await page.getByLabel('Select all shown').check()
  await page.getByRole('button', { name: 'Move them', exact: true }).click()
  const held = await holdFirst('MoveIncident')
  await submit()
  const go = await held()
  await page.keyboard.press('Escape')
  go()
  await dialog().getByText('1 incident moved. Stopped: 2 not done, and still selected.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('2 incidents selected').waitFor()
  await page.unroute('**/MoveIncident')
  const { incidents } = await client(IncidentService).listIncidents({})
  expect(incidents.filter(({ status }) => status !== IncidentStatus.OPEN)).toHaveLength(1)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
})

test('an action on several incidents goes on, and shows its outcome, when its page is left', async () => {
  for (const title of ['left second', 'left first'])
    await client(IncidentService).createIncident({ title, severity: Severity.LOW })
  await open('#/incidents?q=left')
  await page.getByText('left first').first().waitFor()
  await page.getByLabel('Select all shown').check()
  await page.getByRole('button', { name: 'Move them', exact: true }).click()
  const held = await holdFirst('MoveIncident')
  await submit()
  const go = await held()
  await open('#/suppliers')
  go()
  await dialog().getByText('2 incidents moved.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.unroute('**/MoveIncident')
})

test('a statement of an attestation stays when its page is left, and says whether the gate asks for the role', async () => {
  const { email } = at.organization.admin
  const { users } = await client(UserService).listUsers({ search: email })
  await client(UserService).updateUser({ id: users[0]!.id, attestationRoles: { values: ['ciso', 'dpo'] } })
  const { system } = await client(SystemService).createSystem({ name: 'claims', attestationRoles: ['dpo'] })
  await page.reload()
  await open(`#/systems/${system!.id}`)
  await page.getByRole('button', { name: 'Attest', exact: true }).click()
  await dialog().getByText('You approve exactly this').waitFor()
  expect(await field('role').inputValue()).toBe('dpo')
  await field('statement').fill('Reviewed')
  await open('#/systems')
  expect(await field('statement').inputValue()).toBe('Reviewed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await client(SystemService).updateSystem({ id: system!.id, attestationRoles: { values: ['cfo'] } })
  await page.reload()
  await open(`#/systems/${system!.id}`)
  await page.getByRole('button', { name: 'Attest', exact: true }).click()
  await dialog().getByText('You hold none of the roles that must attest.').waitFor()
})

test('a review that has changed while the dialog was open is read again before it is approved', async () => {
  const { system } = await client(SystemService).createSystem({ name: 'pricing', attestationRoles: ['dpo'] })
  const bias = { metricName: 'bias', evalType: 'fairness', operator: Operator.LTE, value: 0.1 }
  await client(SuiteService).createSuite({ aiSystemId: system!.id, name: 'release', thresholds: [bias] })
  await open(`#/systems/${system!.id}`)
  await page.getByRole('button', { name: 'Attest', exact: true }).click()
  await dialog().getByText('You approve exactly this').waitFor()
  await field('statement').fill('I have read it.')
  await client(SystemService).updateSystem({ id: system!.id, attestationRoles: { values: ['ciso', 'dpo'] } })
  await submit()
  await dialog().getByText('What there is to review has changed since you opened this.').waitFor()
  expect(await dialog().getByRole('button', { name: 'Attest this' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'I have read it' }).click()
  expect(await field('statement').inputValue()).toBe('I have read it.')
  expect(await dialog().getByRole('button', { name: 'Attest this' }).isEnabled()).toBe(true)
})
