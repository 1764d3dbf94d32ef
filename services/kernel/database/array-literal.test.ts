import { expect, test } from 'vitest'
import { quotedArray } from './array-literal.ts'

test.each<[unknown[], string]>([
  [[], '{}'],
  [['a', 'b c'], '{"a","b c"}'],
  [[' ', ''], '{" ",""}'],
  [['NULL'], '{"NULL"}'],
  [['a"b', 'c\\d', '{e},f'], '{"a\\"b","c\\\\d","{e},f"}'],
  [['a,\nb'], '{"a,\nb"}'],
  [[24, 72], '{"24","72"}'],
])('quotedArray keeps %j exactly', (values, literal) => {
  expect(quotedArray(values)).toBe(literal)
})
