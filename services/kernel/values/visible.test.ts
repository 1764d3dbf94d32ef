import { expect, it } from 'vitest'
import { hasVisibleCharacter } from './visible.ts'

it('a text with a visible character is seen', () => {
  for (const text of ['.', 'false alarm', '\u200bx', '\u{1f600}', 'é'])
    expect(hasVisibleCharacter(text), text).toBe(true)
})

it('a text of spaces, controls and zero-width characters is not seen', () => {
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
  for (const text of [...none, none.join('')])
    expect(hasVisibleCharacter(text), JSON.stringify(text)).toBe(false)
})
