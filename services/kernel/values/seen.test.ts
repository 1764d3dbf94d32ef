import { expect, it } from 'vitest'
import { isSeen } from './seen.ts'

it('is seen what has a character of its own', () => {
  for (const text of ['.', 'false alarm', '\u200bx', '\u{1f600}', 'é']) expect(isSeen(text), text).toBe(true)
})

it('spaces, controls and what has no width are not seen, also together', () => {
  const none = [
    '',
    ' ',
    '\n\t',
    '\u00a0\u3000',
    '\u200b',
    '\u2060\ufeff',
    '\u202e',
    '\u00ad',
    '\u3164\u115f',
    '\u2800',
    '\ufe0f',
    '\u{e0041}',
  ]
  for (const text of [...none, none.join('')]) expect(isSeen(text), JSON.stringify(text)).toBe(false)
})
