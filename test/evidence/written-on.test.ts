import { afterAll, beforeAll, expect, test } from 'vitest'
import { AssetService } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { AssessmentStatus, SupplierService } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { behindTriggers } from '../log/support.ts'
import { exported, verify } from './support/export.ts'

/*
 * Somebody who can write to the database changes the text of the newest version for the moment in which an honest call makes the next one
 * from it. Afterwards each record is the one of its receipt.
 */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

async function scene() {
  const organization = await at.another()
  const { key, admin } = organization
  const post = async (path: string, body: object) =>
    (await call(at.baseUrl, `/api/v1${path}`, { key, body })).body
  const incident = await post('/incidents', { title: 'Leak', severity: 'high', description: 'as it was' })
  const other = await post('/incidents', {
    title: 'The same leak',
    severity: 'high',
    description: 'as it was',
  })
  const asset = await post('/assets', {
    ...{ name: 'as it was', asset_type: 'database' },
    ...{ classification: 'restricted', business_criticality: 'high' },
  })
  const supplier = await post('/suppliers', { name: 'as it was', category: 'critical' })
  const { session } = admin
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  const assets = controlClient(at.baseUrl, AssetService, session)
  const suppliers = controlClient(at.baseUrl, SupplierService, session)
  /** Changes the texts of a table for as long as the call takes. */
  const during = async (table: string, use: () => Promise<unknown>) => {
    const rows = await sql<{ id: string }>(at.databaseUrl, `select id from ${table} where org_id = $1`, [
      organization.id,
    ])
    const replace = (from: string, to: string) =>
      behindTriggers(
        at.databaseUrl,
        table,
        `update ${table} set record = replace(record, $2, $3) where id = any ($1) and version = 1`,
        [rows.map(({ id }) => id), from, to],
      )
    await replace('as it was', 'as I want')
    await use()
    await replace('as I want', 'as it was')
  }
  const failures = async () => (await verify(await exported(at, session))).failures
  return { incident, other, asset, supplier, work, assets, suppliers, during, failures }
}
type Scene = Awaited<ReturnType<typeof scene>>

const EDIT = { reason: 'known by now' }
const CHANGES: [name: string, table: string, (scene: Scene) => Promise<unknown>][] = [
  [
    'an incident that is edited',
    'ledger.incidents',
    ({ work, incident }) => work.editIncident({ ...EDIT, id: incident.id, expectedVersion: 1, title: 'New' }),
  ],
  [
    'an incident that is merged',
    'ledger.incidents',
    ({ work, incident, other }) => work.mergeIncident({ ...EDIT, id: other.id, intoId: incident.id }),
  ],
  [
    'an asset that is edited',
    'ledger.assets',
    ({ assets, asset }) => assets.editAsset({ id: asset.id, expectedVersion: 1, hostedInEu: true }),
  ],
  [
    'a supplier that is edited',
    'ledger.suppliers',
    ({ suppliers, supplier }) =>
      suppliers.editSupplier({ id: supplier.id, expectedVersion: 1, orgNumber: '1' }),
  ],
  ['an asset', 'ledger.assets', ({ assets, asset }) => assets.retireAsset({ id: asset.id })],
  [
    'a supplier',
    'ledger.suppliers',
    ({ suppliers, supplier }) =>
      suppliers.assessSupplier({ id: supplier.id, status: AssessmentStatus.APPROVED }),
  ],
]

test.each(CHANGES)(
  '%s: verify.mjs finds a version made from a text that was changed in the database for a moment',
  async (_, table, use) => {
    const one = await scene()
    await one.during(table, () => use(one))
    expect(await one.failures()).toMatchObject([{ code: 'version_differs' }])
  },
)

test('a package verifies whose versions were honestly made from one another', async () => {
  const one = await scene()
  for (const [, , use] of CHANGES.slice(0, 1).concat(CHANGES.slice(2))) await use(one)
  expect(await one.failures()).toEqual([])
})
