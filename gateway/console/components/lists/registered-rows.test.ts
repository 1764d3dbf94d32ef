import { expect, test } from 'vitest'
import {
  Classification,
  CreateAssetRequestSchema,
  Criticality,
} from '../../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { CreateSupplierRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { parseCsv } from './csv.ts'
import { importRows } from './import-rows.ts'
import { identifier, withRegistered, withTwins } from './registered-rows.ts'

const ASSET = ['name', 'asset_type']
const SUPPLIER = ['name', 'org_number']
const HEADING = 'name,asset_type,classification,business_criticality,hosted_in_eu'
const rows = (text: string) => importRows(CreateAssetRequestSchema, parseCsv(`${HEADING}\n${text}`))
const identified = identifier(CreateAssetRequestSchema, ASSET)
const mail = {
  ...{ name: 'mail', assetType: 'service', classification: Classification.INTERNAL },
  ...{ businessCriticality: Criticality.HIGH, hostedInEu: true, containsPersonalData: true },
}

test('a registered row is marked, with the columns that differ from the most similar one', () => {
  const found = withRegistered(
    CreateAssetRequestSchema,
    rows(
      'mail,service,internal,high,\nmail,database,internal,high,\nMAIL,service,public,low,no\nmail,service,internal,highest,',
    ),
    [{ ...mail, classification: Classification.PUBLIC, hostedInEu: false }, mail],
    identified,
  )
  expect(found.map(({ registered }) => registered)).toEqual([[], undefined, undefined, undefined])
  const differing = withRegistered(
    CreateAssetRequestSchema,
    rows('mail,service,public,high,no'),
    [mail],
    identified,
  )
  expect(differing[0]!.registered).toEqual(['classification', 'hosted_in_eu'])
})

test('a supplier without a number is another one than that of the same name with a number', () => {
  const suppliers = importRows(
    CreateSupplierRequestSchema,
    parseCsv('name,org_number,category\nAcme,,standard\nAcme,7,standard'),
  )
  const of = identifier(CreateSupplierRequestSchema, SUPPLIER)
  const found = withRegistered(
    CreateSupplierRequestSchema,
    suppliers,
    [{ name: 'Acme', orgNumber: '', category: 3 }],
    of,
  )
  expect(found.map(({ registered }) => registered)).toEqual([[], undefined])
})

test('of two rows for one asset the second has a problem that names the first', () => {
  const text =
    'mail,service,internal,highest,\nmail,service,internal,high,\nmail,service,public,high,\nmail,service,internal,high,'
  const all = ['name', 'asset_type', 'classification', 'business_criticality', 'hosted_in_eu']
  expect(withTwins(rows(text), ASSET, identified).map(({ problems }) => problems)).toEqual([
    [expect.stringContaining('business_criticality: ')],
    [],
    ['has the name and asset_type of line 3'],
    ['is the same as line 3'],
  ])
  const whole = identifier(CreateAssetRequestSchema, all)
  expect(withTwins(rows(text), all, whole).map(({ problems }) => problems.length)).toEqual([1, 0, 0, 1])
})
