import { expect, test } from 'vitest'
import { boundedJson } from '../../clients/typescript/src/bounded-json.ts'

const LIMITS = { depth: 100, lists: 500_000, commas: 900_000 }

test.each(['[]', '{"a":"\\"[[[","b":"\\\\"}', '" , ["', '1', `${'['.repeat(100)}${']'.repeat(100)}`])(
  'boundedJson reads an answer: %s',
  (text) => expect(boundedJson(text, LIMITS)).toEqual(JSON.parse(text)),
)

test.each([
  ['no JSON', '{'],
  ['a text without an end', '"\\"'],
  ['lists deeper than any answer', `${'['.repeat(101)}${']'.repeat(101)}`],
  ['objects deeper than any answer', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`],
  ['more values than any answer', `[${'0,'.repeat(1_000_000)}0]`],
  ['more objects than any answer', `[${'{},'.repeat(600_000)}{}]`],
])('boundedJson refuses an answer that is not JSON or beyond the limits: %s', (_, text) =>
  expect(boundedJson(text, LIMITS)).toBeUndefined(),
)

test('boundedJson does not count brackets and commas in texts', () => {
  const text = JSON.stringify({ text: '[{,\\"'.repeat(500_000) })
  expect(boundedJson(text, LIMITS)).toEqual(JSON.parse(text))
})
