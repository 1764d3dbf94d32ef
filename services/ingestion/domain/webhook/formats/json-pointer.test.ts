import { expect, test } from 'vitest'
import { parsePointer, resolvePointer } from './json-pointer.ts'

const at = (document: unknown, pointer: string) => resolvePointer(document, parsePointer(pointer)!)

test('JSON pointers resolve the examples of RFC 6901 section 5', () => {
  const document = JSON.parse(
    '{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}',
  )
  expect(at(document, '')).toBe(document)
  expect(at(document, '/foo')).toEqual(['bar', 'baz'])
  expect(
    ['/foo/0', '/', '/a~1b', '/c%d', '/e^f', '/g|h', '/i\\j', '/k"l', '/ ', '/m~0n'].map((p) =>
      at(document, p),
    ),
  ).toEqual(['bar', 0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('~01 in a JSON pointer is ~1, not a slash', () => {
  expect(at({ '~1': 'x', '/': 'y' }, '/~01')).toBe('x')
})

test('an invalid JSON pointer is refused', () => {
  for (const text of ['foo', '#/foo', '/~', '/~2', '/a~', '$.a', '/a'.repeat(65), `/${'a'.repeat(1000)}`]) {
    expect(parsePointer(text)).toBeNull()
  }
  expect(parsePointer('/a'.repeat(64))).toHaveLength(64)
})

test('a JSON pointer reaches only array elements, with no leading zero, minus or length', () => {
  for (const pointer of ['/00', '/01', '/-', '/-1', '/length', '/2', '/1e0', '/99999999999', '/map']) {
    expect(at(['a', 'b'], pointer)).toBeUndefined()
  }
})

test('a JSON pointer reaches nothing inherited and nothing inside a string', () => {
  for (const pointer of [
    '/constructor',
    '/__proto__',
    '/toString',
    '/a/length',
    '/a/0',
    '/hasOwnProperty/name',
  ]) {
    expect(at({ a: 'text' }, pointer)).toBeUndefined()
  }
  expect(at(JSON.parse('{"__proto__":{"a":1}}'), '/__proto__/a')).toBe(1)
})
