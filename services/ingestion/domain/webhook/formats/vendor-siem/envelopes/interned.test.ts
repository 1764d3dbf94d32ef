import { expect, test } from 'vitest'
import { interning } from './interned.ts'

test.each([
  ['the order of keys', { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }],
  ['the kind of an integer', { a: 9007199254740993n }, { a: 9007199254740993n }],
  ['an absent value', { a: null }, { a: undefined }],
])('equal values have the same text: %s', (_, one, other) => {
  const text = interning()
  expect(text(one)).toBe(text(other))
})

test.each([
  ['another value', { a: 1 }, { a: 2 }],
  ['a number and a text', { a: 1 }, { a: '1' }],
  ['another place', { a: { b: 1 } }, { b: { a: 1 } }],
  ['the order of a list', [1, 2], [2, 1]],
  ['a list and an object', [1], { 0: 1 }],
  ['a text that looks like an object', { a: {} }, { a: '#0' }],
])('other values have another: %s', (_, one, other) => {
  const text = interning()
  expect(text(one)).not.toBe(text(other))
})

test('objects within each other are each read once, also if each of them is looked at', () => {
  let reads = 0
  const ownKeys = (target: object) => {
    reads += 1
    return Reflect.ownKeys(target)
  }
  const text = interning()
  let whole: object = {}
  const objects = Array.from({ length: 50 }, () => (whole = new Proxy({ whole }, { ownKeys })))
  for (const object of objects.reverse()) text(object)
  expect(reads).toBe(50)
})
