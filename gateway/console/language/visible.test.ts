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

test.each([
  ['an emoji of several parts', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb} \u2764\ufe0f\u200d\u{1f525}'],
  ['a Persian word', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['a Persian word with a vowel sign', '\u0645\u06cc\u0650\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['a word in Devanagari', '\u0915\u094d\u200d\u0937'],
  ['a picture in its two forms', '\u00a9\ufe0f \u2764\ufe0e'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a Japanese name', '\u845b\u{e0100}\u57ce'],
  ['a Mongolian word with a selector and a separated vowel', '\u182d\u180b\u1820\u1828\u180e\u1820'],
  ['the flag of Wales', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
  ['a Hebrew name in isolates', 'Edit \u2068\u05d0\u05d1 7\u2069, version 2'],
])('the console leaves the joiners and selectors of %s', (_, text) => {
  expect(visible(text)).toBe(text)
})

test.each([
  ['two in a row', '\u{1f469}\u200d\u200d\u{1f4bb}', '\u{1f469}⟨U+200D⟩⟨U+200D⟩\u{1f4bb}'],
  ['of Mongolian after another letter', 'a\u180b\u1820\u180e\u1828', 'a⟨U+180B⟩\u1820⟨U+180E⟩\u1828'],
  ['of a flag of no country', '\u{1f3f4}\u{e0078}\u{e007f}', '\u{1f3f4}⟨U+E0078⟩⟨U+E007F⟩'],
  ['of isolates around Latin letters', '\u2068admin\u2069', '⟨U+2068⟩admin⟨U+2069⟩'],
  ['of isolates that are no pair', '\u05d0\u2069\u2068\u05d1', '\u05d0⟨U+2069⟩⟨U+2068⟩\u05d1'],
  ['in isolates', '\u2068\u05d0\u202e\u2069', '\u2068\u05d0⟨U+202E⟩\u2069'],
  ['at an end', '\u{1f469}\u200d', '\u{1f469}⟨U+200D⟩'],
  ['where no letters join', '\u0627\u200c\u0646', '\u0627⟨U+200C⟩\u0646'],
  ['before a digit', '\u0628\u200c\u06f1', '\u0628⟨U+200C⟩\u06f1'],
  ['after a digit', '\u06f1\u200c\u0628', '\u06f1⟨U+200C⟩\u0628'],
  ['after a comma', '\u060c\u200c\u0628', '\u060c⟨U+200C⟩\u0628'],
  [
    'after a vowel sign on a letter that joins no next one',
    '\u0627\u064e\u200c\u0646',
    '\u0627\u064e⟨U+200C⟩\u0646',
  ],
  ['after another letter that joins no next one', '\u06ef\u200c\u0646', '\u06ef⟨U+200C⟩\u0646'],
  ['before a full stop', '\u0628\u200c\u06d4', '\u0628⟨U+200C⟩\u06d4'],
  ['between a virama and a letter of another script', '\u0915\u094d\u200ca', '\u0915\u094d⟨U+200C⟩a'],
  ['after a letter', 'a\u200d\u{1f4bb}', 'a⟨U+200D⟩\u{1f4bb}'],
])('the console shows joiners %s', (_, text, shown) => {
  expect(visible(text)).toBe(shown)
})

test.each([
  ['after a letter', 'claims\ufe0f', 'claims⟨U+FE0F⟩'],
  ['after a letter, with a hidden byte', 'claims\u{e0148}', 'claims⟨U+E0148⟩'],
  ['after a digit that is no keycap', '1\ufe0f', '1⟨U+FE0F⟩'],
  ['two in a row', '\u2764\ufe0f\ufe0f', '\u2764\ufe0f⟨U+FE0F⟩'],
])('the console shows selectors %s', (_, text, shown) => {
  expect(visible(text)).toBe(shown)
})

test.each(['034F', '17B4', '180B', '3164', 'FFF0', '1BCA0', '1D173', 'E0FFF'])(
  'the console shows U+%s, which has no width',
  (code) => {
    expect(visible(`claims${String.fromCodePoint(Number.parseInt(code, 16))}`)).toBe(`claims⟨U+${code}⟩`)
  },
)
