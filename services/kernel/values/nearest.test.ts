import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const KNOWN = ['limit', 'cursor', 'status', 'severity', 'created_since', 'external_id']

test.each([
  ['LIMIT', 'limit'],
  ['stat', 'status'],
  ['statuses', 'status'],
  ['sevrity', 'severity'],
  ['created-since', 'created_since'],
  ['externalId', 'external_id'],
  ['colour', undefined],
  ['x'.repeat(100_000), undefined],
])('nearest finds the known parameter nearest to %s', (name, known) => {
  expect(nearest(name, KNOWN)).toBe(known)
})
