import { expect, test } from 'vitest'
import {
  Classification,
  CreateAssetRequestSchema,
} from '../../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { parseCsv } from './csv.ts'
import { columnsOf, importRows } from './import-rows.ts'

const rows = (text: string) => importRows(CreateAssetRequestSchema, parseCsv(text))
const HEADING = 'name,asset_type,classification,business_criticality,hosted_in_eu'

test('a CSV row becomes the request, with the API’s words', () => {
  const [row] = rows(`${HEADING}\nmail,service,Confidential,high,yes`)
  expect(row).toMatchObject({
    ...{ line: 2, name: 'mail', problems: [] },
    request: {
      name: 'mail',
      assetType: 'service',
      classification: Classification.CONFIDENTIAL,
      hostedInEu: true,
    },
  })
})

test('every problem of every CSV row is named with its column', () => {
  const found = rows(
    `${HEADING},colour\n,Service,secret,high,maybe,red\n${'x'.repeat(501)},service,public,low,no,blue,more`,
  )
  expect(found.map(({ line }) => line)).toEqual([2, 3])
  expect(found[0]!.problems).toEqual([
    'colour: there is no such column',
    'name: is required',
    expect.stringContaining('asset_type: must match'),
    expect.stringContaining('classification: must be one of'),
    expect.stringContaining('hosted_in_eu: must be one of true'),
  ])
  expect(found[1]!.problems).toEqual([
    'colour: there is no such column',
    'has 7 cells; the first line has 6',
    'name: must have at most 500 characters',
  ])
})

test('the CSV columns are the fields of the request', () => {
  expect(columnsOf(CreateAssetRequestSchema)[2]).toMatchObject({ name: 'classification', required: true })
})
