import { expect, test } from 'vitest'
import { CommentIncidentRequestSchema } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { RetryKeys } from './retry-keys.ts'

test('the same request has the same key until it is answered; another request has another key', () => {
  const keys = new RetryKeys(CommentIncidentRequestSchema)
  const first = keys.of({ id: 'i', text: 'one' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.of({ id: 'i', text: 'one' })).toBe(first)
  const other = keys.of({ id: 'i', text: 'two' })
  expect(other).not.toBe(first)
  keys.answered()
  expect(keys.of({ id: 'i', text: 'two' })).not.toBe(other)
})
