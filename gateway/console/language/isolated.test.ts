import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'
import { visible } from './visible.ts'

const NAME = '\u05d0\u05d1 7'

test('only a name from right to left is isolated, once, and what is hidden in it is shown', () => {
  expect(isolated('claims')).toBe('claims')
  expect(isolated(7)).toBe(7)
  expect(isolated(NAME)).toBe(`\u2068${NAME}\u2069`)
  const text = `the tool ${isolated(NAME)}`
  expect(isolated(text)).toBe(text)
  expect(isolated(`${NAME}\u202e\u2069`)).toBe(`\u2068${NAME}⟨U+202E⟩⟨U+2069⟩\u2069`)
  expect(visible(`Resolve: ${text}`)).toBe(`Resolve: ${text}`)
})

test('isolates in a name do not let the rest of it out', () => {
  const name = '\u2068\u05d0\u2069\u05d1 7'
  expect(isolated(name)).toBe('\u2068⟨U+2068⟩\u05d0⟨U+2069⟩\u05d1 7\u2069')
  expect(visible(`Edit ${isolated(name)}, version 2`)).toBe(`Edit ${isolated(name)}, version 2`)
  expect(isolated('\u2068\u05d0\u2069')).not.toBe(isolated('\u05d0'))
})

test('each line of a reason is isolated, and the page shows no isolate as a code point', () => {
  const text = `Resolve: ${isolated(`${NAME}\nin between\n${NAME}`)}`
  expect(text).toBe(`Resolve: \u2068${NAME}\u2069\nin between\n\u2068${NAME}\u2069`)
  expect(visible(text)).toBe(text)
})
