import { expect, test } from 'vitest'
import { visible } from './visible.ts'

test.each([
  ['approved\u202elaeper', 'approved⟨U+202E⟩laeper'],
  ['a\u200bb\u200dc', 'a⟨U+200B⟩b⟨U+200D⟩c'],
  ['\u2066x\u2069\ufeff\u00ad', '⟨U+2066⟩x⟨U+2069⟩⟨U+FEFF⟩⟨U+00AD⟩'],
  ['\u{e0041}', '⟨U+E0041⟩'],
  ['bell\u0007', 'bell⟨U+0007⟩'],
  ['two\nlines\tand é 字 😀', 'two\nlines\tand é 字 😀'],
])('the console shows hidden characters of %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})
