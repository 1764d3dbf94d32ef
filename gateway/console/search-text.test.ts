import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, texts } from './search-text.ts'

test.each([
  '4',
  'true',
  '1e5',
  '007',
  '12345678901234567890',
  '{"a":1}',
  '"exact"',
  'null',
  'a&b=c#d %41',
  '数据',
  '-',
])('%j is the same in the address as in the field', (q) =>
  expect(parseSearch(stringifySearch({ q }))).toEqual({ q }),
)

test('a number is written as a number, and a handwritten one is read', () => {
  expect(stringifySearch({ severity: '4', from: '2026-11-26' })).toBe('?severity=4&from=2026-11-26')
  expect(parseSearch('?q=20261126000000000001')).toEqual({ q: '20261126000000000001' })
})

test('links of earlier versions are read', () => {
  expect(parseSearch('?severity=%224%22&q=%22%5C%22exact%5C%22%22')).toEqual({ severity: '4', q: '"exact"' })
})

test('a parameter that is given twice is read as one invalid value', () => {
  expect(parseSearch('?status=1&status=2')).toEqual({ status: '1,2' })
})

test('a parameter without a value is left out, not written as undefined', () => {
  expect(texts({ q: undefined, status: 4 })).toEqual({ status: '4' })
})
