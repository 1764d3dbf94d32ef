import { expect, test } from 'vitest'
import { ANSWER_TABLE } from './answers.ts'

test('an answer without a log entry is reported with the note that a process of an earlier version may have stored it', () => {
  if (ANSWER_TABLE.kind !== 'derived') expect.unreachable()
  expect(ANSWER_TABLE.mayBe?.({ logged: false })).toContain(
    'a process of an earlier version may have kept it',
  )
  expect(ANSWER_TABLE.mayBe?.({ logged: true })).toBeUndefined()
})
