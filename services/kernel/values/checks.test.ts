import { expect, test } from 'vitest'
import { Checks } from './checks.ts'

const problems = (checks: Checks): unknown => {
  try {
    checks.done()
  } catch (error) {
    return (error as { details: { fieldErrors: unknown } }).details.fieldErrors
  }
  return undefined
}

test('a list beyond its limit is refused without checking its entries', () => {
  const seen: number[] = []
  const checks = new Checks().list('items', Array(1_000_000).fill(0), 3, (_, i) => seen.push(i))
  expect(problems(checks)).toEqual({ items: ['must have at most 3 entries'] })
  expect(seen).toEqual([])
})

test('every entry of a list within its limit is checked, with its index', () => {
  const checks = new Checks()
  checks.list('items', ['a', '', 'c'], 3, (item, i) => checks.text(`items.${i}`, item, 1, 1))
  expect(problems(checks)).toEqual({ 'items.1': ['must not be empty'] })
})

test('text is measured in code points, and NUL and lone surrogates are refused', () => {
  const problemOf = (text: string) => problems(new Checks().text('text', text, 2, 1))
  expect(problemOf('\u{1f600}\u{1f600}')).toBeUndefined()
  expect(problemOf('\u{1f600}\u{1f600}\u{1f600}')).toEqual({ text: ['must be at most 2 characters'] })
  expect(problemOf('')).toEqual({ text: ['must not be empty'] })
  expect(problemOf('a\0')).toEqual({ text: ['must not contain NUL'] })
  expect(problemOf('\ud800')).toEqual({ text: ['must not contain a lone surrogate'] })
})
