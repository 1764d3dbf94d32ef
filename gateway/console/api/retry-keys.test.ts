import { expect, test } from 'vitest'
import {
  AttachToIncidentRequestSchema,
  CommentIncidentRequestSchema,
} from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { MAX_REQUESTS, RetryKeys } from './retry-keys.ts'

test('the same request has the same key until it is answered; another request has another key', () => {
  const keys = new RetryKeys(CommentIncidentRequestSchema)
  const first = keys.of({ id: 'i', text: 'one' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.of({ id: 'i', text: 'one' })).toBe(first)
  const other = keys.of({ id: 'i', text: 'two' })
  expect(other).not.toBe(first)
  keys.answered({ id: 'i', text: 'two' })
  expect(keys.of({ id: 'i', text: 'two' })).not.toBe(other)
})

test('a request keeps its key while others are sent and answered', () => {
  const keys = new RetryKeys(CommentIncidentRequestSchema)
  const first = keys.of({ id: 'i', text: 'one' })
  keys.of({ id: 'i', text: 'two' })
  expect(keys.of({ id: 'i', text: 'one' })).toBe(first)
  keys.answered({ id: 'i', text: 'two' })
  expect(keys.of({ id: 'i', text: 'one' })).toBe(first)
})

test('the keys of the requests that were sent last are kept', () => {
  const keys = new RetryKeys(CommentIncidentRequestSchema)
  const [oldest, again] = ['oldest', 'again'].map((text) => keys.of({ id: 'i', text }))
  for (let i = 0; i < MAX_REQUESTS - 2; i++) keys.of({ id: 'i', text: String(i) })
  expect(keys.of({ id: 'i', text: 'again' })).toBe(again)
  keys.of({ id: 'i', text: 'one more' })
  expect(keys.of({ id: 'i', text: 'again' })).toBe(again)
  expect(keys.of({ id: 'i', text: 'oldest' })).not.toBe(oldest)
})

test('a file of 10 MiB has the same key until it is answered; another byte has another key', () => {
  const keys = new RetryKeys(AttachToIncidentRequestSchema)
  const content = new Uint8Array(10 * 1024 * 1024)
  const first = keys.of({ id: 'i', name: 'a', content })
  expect(keys.of({ id: 'i', name: 'a', content: content.slice() })).toBe(first)
  expect(keys.of({ id: 'i', name: 'a', content: content.with(5, 1) })).not.toBe(first)
})
