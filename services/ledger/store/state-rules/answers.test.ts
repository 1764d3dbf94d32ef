import { expect, test } from 'vitest'
import { ANSWER_TABLE } from './answers.ts'

test('of an answer that nothing was logged of, it is said that a process of an earlier version may have kept it', () => {
  if (ANSWER_TABLE.kind !== 'derived') expect.unreachable()
  expect(ANSWER_TABLE.mayBe?.({ logged: false })).toContain(
    'a process of an earlier version may have kept it',
  )
  expect(ANSWER_TABLE.mayBe?.({ logged: true })).toBeUndefined()
})
