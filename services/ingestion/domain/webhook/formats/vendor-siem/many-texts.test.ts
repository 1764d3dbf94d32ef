import { expect, test, vi } from 'vitest'
import { mapVendorSiem } from './index.ts'

test.each([
  ['almost JSON', 1, (n: number) => `{"a":${n}`],
  ['JSON behind a header, and a line of something else', 2, (n: number) => `x: {"a":${n}}\ny`],
])('of very many texts only a part is parsed, without stacks: %s', (_, times, text) => {
  const native = JSON.parse
  const stacks = new Set<number>()
  const parse = vi.spyOn(JSON, 'parse').mockImplementation((...given) => {
    stacks.add(Error.stackTraceLimit)
    return native(...given)
  })
  try {
    const texts = Array.from({ length: 20_000 }, (_, n) => text(n))
    expect(mapVendorSiem({ a: texts })).toMatchObject({ kind: 'unrecognised' })
    expect(parse.mock.calls.length).toBeLessThan(times * 13_000)
    expect(stacks).toEqual(new Set([0]))
  } finally {
    parse.mockRestore()
  }
})
