import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('a level that there is not is refused by the name of its variable, and an empty one is none', () => {
  const wrong = () => createLog({ ATTESTRY_LOG_LEVEL: 'loud' })
  expect(wrong).toThrow('ATTESTRY_LOG_LEVEL must be trace, debug, info, warn or error')
  expect(() => createLog({ ATTESTRY_LOG_LEVEL: '' })).not.toThrow()
})
