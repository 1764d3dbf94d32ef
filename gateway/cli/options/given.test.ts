import { expect, test } from 'vitest'
import { UsageError } from '../errors/usage-error.ts'
import { changes, given, values } from './given.ts'

test('given leaves out options that were not given, and keeps empty ones', () => {
  const options = { name: undefined, note: '', limit: 0, tools: values([]), roles: values(undefined) }
  expect(Object.entries(given(options))).toEqual([
    ['note', ''],
    ['limit', 0],
    ['tools', { values: [] }],
  ])
})

test('changes refuses an empty change as wrong usage, and names the options', () => {
  expect(() => changes({ name: undefined, rateLimit: undefined })).toThrow(
    new UsageError('give one of --name, --rate-limit'),
  )
  expect(changes({ name: 'ci', rateLimit: undefined })).toEqual({ name: 'ci' })
})
