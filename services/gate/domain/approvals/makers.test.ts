import { expect, test } from 'vitest'
import { mayHaveActedAs } from './makers.ts'

test('the creator of an account may have acted as it, through any number of accounts, but not the reverse', () => {
  const makers = [
    { account: 'second', by: 'first' },
    { account: 'third', by: 'second' },
    { account: 'third', by: 'reset' },
    { account: 'other', by: 'third' },
  ]
  expect([...mayHaveActedAs(['third'], makers)]).toEqual(['third', 'second', 'reset', 'first'])
  expect([...mayHaveActedAs(['first'], makers)]).toEqual(['first'])
  expect([...mayHaveActedAs([], makers)]).toEqual([])
})

test('two accounts that created or reset each other are followed once', () => {
  const makers = [
    { account: 'one', by: 'two' },
    { account: 'two', by: 'one' },
  ]
  expect([...mayHaveActedAs(['one'], makers)]).toEqual(['one', 'two'])
})
