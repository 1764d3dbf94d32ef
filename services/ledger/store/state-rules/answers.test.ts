import { expect, test } from 'vitest'
import { ANSWER_TABLE } from './answers.ts'

test('an idempotency record without an audit entry is reported as possibly of an earlier version’s process', () => {
  if (ANSWER_TABLE.kind !== 'derived') expect.unreachable()
  expect(ANSWER_TABLE.mayBe?.({ logged: false })).toContain(
    'a process of an earlier version may have kept it',
  )
  expect(ANSWER_TABLE.mayBe?.({ logged: true })).toBeUndefined()
})
