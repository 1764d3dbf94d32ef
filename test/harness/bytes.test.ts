import { expect, test } from 'vitest'

/** bytes.ts says when bytes are equal. */
const bytes = (...values: number[]) => Buffer.from(values)

test.each<[string, unknown, unknown, boolean]>([
  ['the same bytes', bytes(1, 2), bytes(1, 2), true],
  ['another byte', bytes(1, 2), bytes(1, 3), false],
  ['fewer bytes', bytes(1, 2), bytes(1), false],
  ['no bytes', bytes(), bytes(), true],
  ['bytes of another kind', bytes(1), Uint8Array.of(1), false],
  ['bytes and a list', Uint8Array.of(1), [1], false],
  ['the same bytes within', [{ a: bytes(1) }], [{ a: bytes(1) }], true],
  ['another byte within', new Map([['a', bytes(1)]]), new Map([['a', bytes(2)]]), false],
])('the harness’s equality of bytes equals Vitest’s own: %s', (_, one, other, isEqual) => {
  const compared = (): void => expect(one).toEqual(other)
  if (isEqual) compared()
  else expect(compared).toThrow('to deeply equal')
})
