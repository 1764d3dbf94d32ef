import { expect, test } from 'vitest'
import { NewestKept } from '../../../verifier/src/replay/state/newest-kept.mjs'

test('NewestKept drops the oldest key when full, and replaces a key’s value in place', () => {
  const kept = new NewestKept<number>(2)
  const values = () => ['a', 'b', 'c', 'd'].map((key) => kept.get(key))
  kept.set('a', 1)
  kept.set('b', 2)
  kept.set('a', 3)
  expect([values(), kept.isCut]).toEqual([[3, 2, undefined, undefined], false])
  kept.set('c', 4)
  expect([values(), kept.isCut]).toEqual([[undefined, 2, 4, undefined], true])
  kept.set('d', 5)
  expect([values(), kept.isCut]).toEqual([[undefined, undefined, 4, 5], true])
})
