import { expect, test } from 'vitest'
import { fittingDetails } from './fitting-details.ts'

const list = (length: number) => Array.from({ length }, (_, index) => ({ index, seq: index }))
const map = (length: number) =>
  Object.fromEntries(list(length).map(({ index }) => [`${index}.seq`, ['taken']]))

test('error details that fit stay unchanged', () => {
  const details = { formErrors: [], fieldErrors: map(3), duplicates: list(3) }
  expect(fittingDetails(details, 4096)).toBe(details)
})

test('error details that do not fit keep the first of each list and map, and are marked truncated', () => {
  const details = { formErrors: [], fieldErrors: map(500), duplicates: list(500), index: 7 }
  const some = fittingDetails(details, 4096) as typeof details & { truncated: boolean }
  expect(Buffer.byteLength(JSON.stringify(some))).toBeLessThanOrEqual(4096)
  expect(some).toMatchObject({ formErrors: [], index: 7, truncated: true })
  expect(some.duplicates.length).toBeGreaterThanOrEqual(32)
  expect(some.duplicates).toEqual(details.duplicates.slice(0, some.duplicates.length))
  expect(Object.keys(some.fieldErrors)).toHaveLength(some.duplicates.length)
})

test('error details whose first entry is too large are dropped', () => {
  expect(fittingDetails({ field: 'x'.repeat(5000) }, 4096)).toEqual({ truncated: true })
})
