import { expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { changes, given, values } from './given.ts'

test('what was not given is not there; what was given empty is', () => {
  const options = { name: undefined, note: '', limit: 0, tools: values([]), roles: values(undefined) }
  expect(Object.entries(given(options))).toEqual([
    ['note', ''],
    ['limit', 0],
    ['tools', { values: [] }],
  ])
})

test('a change of nothing is wrong usage, which names the options', () => {
  expect(() => changes({ name: undefined, rateLimit: undefined })).toThrow(
    new UsageError('give one of --name, --rate-limit'),
  )
  expect(changes({ name: 'ci', rateLimit: undefined })).toEqual({ name: 'ci' })
})
