import { expect, test } from 'vitest'
import { mayHaveActedAs } from './makers.ts'

test('the maker of an account may have acted in its name, over any number of accounts, but not the other way round', () => {
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

test('two who made or reset the accounts of each other are followed once', () => {
  const makers = [
    { account: 'one', by: 'two' },
    { account: 'two', by: 'one' },
  ]
  expect([...mayHaveActedAs(['one'], makers)]).toEqual(['one', 'two'])
})
