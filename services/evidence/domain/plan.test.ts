import { expect, test } from 'vitest'
import { type Bucket, linesOf, runsOf, stretches, typesIn } from './plan.ts'

const bucket = (type: string, bucket: number, first: number, last: number, minute = bucket): Bucket => ({
  ...{ type, bucket, first, last },
  lines: last - first + 1,
  bytes: 100,
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
})
const buckets = [
  bucket('audit', 1, 100, 199),
  bucket('incidents', 1, 120, 180),
  bucket('audit', 0, 0, 99, 5),
  bucket('incidents', 0, 90, 99),
  bucket('audit', 2, 200, 299),
  bucket('audit', 3, 300, 310),
  bucket('incidents', 3, 301, 302),
]

test('records of a type are searched from its first leaf to its last, skipping stretches without any', () => {
  expect(runsOf('incidents', buckets)).toEqual([
    { first: 90, end: 181 },
    { first: 301, end: 303 },
  ])
  expect(runsOf('audit', buckets)).toEqual([{ first: 0, end: 311 }])
  expect(runsOf('suites', buckets)).toEqual([])
})

test('stretches are in log order, each with its earliest time', () => {
  const found = stretches(buckets)
  expect(found.map(({ from }) => from.getUTCMinutes())).toEqual([0, 1, 2, 3])
  expect(found.map(({ sequences }) => sequences.length)).toEqual([2, 2, 1, 2])
})

test('typesIn and linesOf give the types and lines that exist', () => {
  expect(typesIn(buckets)).toEqual(['incidents'])
  expect([linesOf('audit', buckets), linesOf('incidents', buckets), linesOf('suites', buckets)]).toEqual([
    ...[311, 73, 0],
  ])
})
