import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ActorSchema, CallerSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { waitedHours } from './duties.ts'
import { hoursSinceActingAs, mayHaveActedAs } from './makers.ts'

test('the creator of an account may have acted as it, through any number of accounts, but not the reverse', () => {
  const makers = [
    { account: 'second', by: 'first', hoursAgo: 0 },
    { account: 'third', by: 'second', hoursAgo: 0 },
    { account: 'third', by: 'reset', hoursAgo: 23 },
    { account: 'third', by: 'before', hoursAgo: 24 },
    { account: 'other', by: 'third', hoursAgo: 0 },
  ]
  expect([...mayHaveActedAs(['third'], makers, 24)]).toEqual(['third', 'second', 'reset', 'first'])
  expect([...mayHaveActedAs(['first'], makers, 24)]).toEqual(['first'])
  expect([...mayHaveActedAs([], makers, 24)]).toEqual([])
  expect([...mayHaveActedAs(['third'], makers, 0)]).toEqual(['third'])
})

test('two accounts that created or reset each other are followed once', () => {
  const makers = [
    { account: 'one', by: 'two', hoursAgo: 1 },
    { account: 'two', by: 'one', hoursAgo: 1 },
  ]
  expect([...mayHaveActedAs(['one'], makers, 24)]).toEqual(['one', 'two'])
})

test('the time since a person could act in a name is that of the latest way, and of the earliest step on it', () => {
  const makers = [
    { account: 'third', by: 'second', hoursAgo: 2 },
    { account: 'second', by: 'first', hoursAgo: 50 },
    { account: 'third', by: 'first', hoursAgo: 70 },
  ]
  const since = (person: string, ...people: string[]) => hoursSinceActingAs(person, people, makers)
  expect([since('first', 'third'), since('second', 'third'), since('third', 'third')]).toEqual([50, 2, 0])
  expect([since('third', 'first'), since('first')]).toEqual([
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ])
})

test('in an organization that made very many accounts each step is looked at few times', () => {
  let looks = 0
  const makers = Array.from({ length: 3000 }, (_, n) => ({
    account: `account ${n}`,
    by: 'administrator',
    get hoursAgo() {
      looks += 1
      return n % 720
    },
  }))
  expect(hoursSinceActingAs('another', ['account 1', 'account 2'], makers)).toBe(Number.POSITIVE_INFINITY)
  expect(looks).toBeLessThan(20 * makers.length)
})

test('grants by very many accounts do not multiply the looks at the accounts that were made', () => {
  let looks = 0
  const makers = Array.from({ length: 500 }, (_, n) => ({
    account: `account ${n}`,
    by: 'person',
    get hoursAgo() {
      looks += 1
      return 100 + n
    },
  }))
  const grants = makers.map(({ account }) => ({ role: 'auditor', to: 'person', by: account, hoursAgo: 30 }))
  const caller = create(CallerSchema, { actor: create(ActorSchema, { id: 'person' }) })
  expect(waitedHours(caller, 'auditor', { grants, makers })).toBe(100)
  expect(looks).toBeLessThan(20 * makers.length)
})
