import { Code, ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  AssetService,
  AssetStatus,
  Classification,
  Criticality,
} from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import {
  AssessmentStatus,
  SupplierCategory,
  SupplierService,
} from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const assets = () => controlClient(at.baseUrl, AssetService, at.organization.admin.session)
const suppliers = () => controlClient(at.baseUrl, SupplierService, at.organization.admin.session)

const ASSET = {
  ...{ name: 'Ledger of customers', assetType: 'database', classification: Classification.INTERNAL },
  ...{ businessCriticality: Criticality.LOW, containsPersonalData: true },
}
const SUPPLIER = {
  ...{
    name: 'Cloud',
    category: SupplierCategory.STANDARD,
    orgNumber: '556',
    contactEmail: 'desk@cloud.example',
  },
}

async function refusal(made: Promise<unknown>): Promise<{ code: Code; text: string }> {
  const error = ConnectError.from(
    await made.then(
      () => expect.unreachable(),
      (cause: unknown) => cause,
    ),
  )
  return { code: error.code, text: JSON.stringify([error.rawMessage, error.details]) }
}

test('editing an asset changes only the given fields, and the asset is found by its new name', async () => {
  const { asset: made } = await assets().createAsset(ASSET)
  const id = made!.id
  const { asset } = await assets().editAsset({
    ...{ id, expectedVersion: 1, name: 'Register of clients', classification: Classification.RESTRICTED },
    containsPersonalData: false,
  })
  const expected = {
    ...{ ...made, version: 2, name: 'Register of clients', classification: Classification.RESTRICTED },
    containsPersonalData: false,
  }
  expect(asset).toEqual(expected)
  expect((await assets().listAssets({ search: 'clients' })).assets).toEqual([expected])
  expect((await assets().listAssets({ search: 'customers' })).assets).toEqual([])
  const { body } = await call(at.baseUrl, '/api/v1/assets?classification=restricted', {
    key: at.organization.key,
  })
  expect(body.data).toMatchObject([{ id, name: 'Register of clients', asset_type: 'database' }])
  await assets().retireAsset({ id })
  const { asset: corrected } = await assets().editAsset({ id, expectedVersion: 3, hostedInEu: true })
  expect(corrected).toMatchObject({ status: AssetStatus.RETIRED, hostedInEu: true, version: 4 })
  const { entries } = await controlClient(
    at.baseUrl,
    AuditService,
    at.organization.admin.session,
  ).listEntries({ operation: 'editAsset' })
  expect(entries).toHaveLength(2)
})

test('editing a supplier changes the given fields, and an empty text clears one', async () => {
  const { supplier: made } = await suppliers().createSupplier(SUPPLIER)
  const id = made!.id
  const { supplier } = await suppliers().editSupplier({
    ...{ id, expectedVersion: 1, category: SupplierCategory.CRITICAL, serviceDescription: 'Hosting' },
    ...{ orgNumber: '', contactEmail: '' },
  })
  const { orgNumber: _, contactEmail: __, ...kept } = made!
  const expected = {
    ...{ ...kept, category: SupplierCategory.CRITICAL, serviceDescription: 'Hosting', version: 2 },
  }
  expect({ ...supplier }).toEqual(expected)
  const { body } = await call(at.baseUrl, `/api/v1/suppliers?search=${id}`, { key: at.organization.key })
  expect(body.data[0]).toMatchObject({ org_number: null, contact_email: null, category: 'critical' })
})

test('editing a supplier keeps the fields that the edit does not name', async () => {
  const { supplier: made } = await suppliers().createSupplier({ ...SUPPLIER, orgNumber: '' })
  await suppliers().editSupplier({ id: made!.id, expectedVersion: 1, name: 'Renamed' })
  const { body } = await call(at.baseUrl, `/api/v1/suppliers?search=${made!.id}`, {
    key: at.organization.key,
  })
  expect(body.data[0]).toMatchObject({ name: 'Renamed', org_number: '', service_description: null })
})

test('an edit with a stale version, without a version, without fields or with invalid values changes nothing', async () => {
  const { asset } = await assets().createAsset(ASSET)
  const { supplier } = await suppliers().createSupplier(SUPPLIER)
  await assets().editAsset({ id: asset!.id, expectedVersion: 1, name: 'Theirs' })
  await suppliers().editSupplier({ id: supplier!.id, expectedVersion: 1, name: 'Theirs' })
  const editAsset = (fields: object) => refusal(assets().editAsset({ id: asset!.id, ...fields }))
  const editSupplier = (fields: object) => refusal(suppliers().editSupplier({ id: supplier!.id, ...fields }))
  for (const edit of [editAsset, editSupplier]) {
    const stale = await edit({ expectedVersion: 1, name: 'Mine' })
    expect(stale.code).toBe(Code.FailedPrecondition)
    expect(stale.text).toContain('current_version')
    for (const fields of [{ name: 'x' }, { expectedVersion: 2 }, { expectedVersion: 2, name: '' }])
      expect([fields, (await edit(fields)).code]).toEqual([fields, Code.InvalidArgument])
  }
  const wrong = await editSupplier({ expectedVersion: 2, contactEmail: 'nobody' })
  expect(wrong).toMatchObject({ code: Code.InvalidArgument, text: expect.stringContaining('contact_email') })
  expect((await editAsset({ expectedVersion: 2, assetType: 'No Type' })).code).toBe(Code.InvalidArgument)
  const assessed = { id: supplier!.id, status: AssessmentStatus.APPROVED }
  const stale = await refusal(suppliers().assessSupplier({ ...assessed, expectedVersion: 1 }))
  expect(stale.code).toBe(Code.FailedPrecondition)
  const found = await assets().listAssets({ search: asset!.id })
  expect(found.assets).toMatchObject([{ name: 'Theirs', version: 2 }])
  const { supplier: now } = await suppliers().assessSupplier(assessed)
  expect(now).toMatchObject({ name: 'Theirs', version: 3, orgNumber: '556' })
})
