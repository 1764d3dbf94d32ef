import type { JsonObject } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import { canonicalPayload, type Payload } from './payload.ts'

const json = fc
  .dictionary(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat(30).map(String), fc.constantFrom('a', 'ä', '€', '😀')),
    fc.jsonValue({ maxDepth: 4 }),
  )
  .filter((value) => !JSON.stringify(value).includes('\\u0000')) as fc.Arbitrary<JsonObject>

test('a payload is stored and hashed as its RFC 8785 text', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalJson(value)
      expect(canonicalPayload(value)).toEqual({ text, hash: sha256Hex(text) })
    }),
    { numRuns: 500 },
  )
})

test('a payload’s names are sorted by UTF-16 code units, with integers among them', () => {
  const { text } = canonicalPayload({
    b: 1,
    a: { '10': 1, '9': 2 },
    'a!': -0,
    '\u{1f600}': 1,
    '\ufb33': 1e21,
  }) as Payload
  expect(text).toBe('{"a":{"10":1,"9":2},"a!":0,"b":1,"\u{1f600}":1,"\ufb33":1e+21}')
})

test('an absent payload is the empty object', () => {
  expect(canonicalPayload(undefined)).toEqual({ text: '{}', hash: sha256Hex('{}') })
})

test.each([
  [{ a: Number.NaN }, 'finite'],
  [{ a: [Number.POSITIVE_INFINITY] }, 'finite'],
  [{ a: '\ud800' }, 'well-formed'],
  [{ '\udc00': 1 }, 'well-formed'],
  [{ a: 'x\0y' }, 'NUL'],
  [{ '\\\0': 1 }, 'NUL'],
  [{ a: 'x'.repeat(32 * 1024) }, '32768 bytes'],
  [{ a: '€'.repeat(11_000) }, '32768 bytes'],
])('a payload that JSON cannot represent, or that is too large, is refused with the reason', (value, why) => {
  expect(canonicalPayload(value)).toContain(why)
})

test('a too large payload is read only up to the limit', () => {
  let reads = 0
  const counted = (value: object): never =>
    new Proxy(value, {
      get: (target, key) => {
        if (typeof key === 'string' && key !== 'length') reads += 1
        return Reflect.get(target, key)
      },
    }) as never
  const digits = counted({ a: counted(Array.from({ length: 200_000 }, () => 1)) })
  const keys = counted(Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 0])))
  const integers = counted(Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [String(i * 3), 0])))
  for (const payload of [digits, keys, integers]) {
    expect(canonicalPayload(payload)).toContain('32768 bytes')
    expect(reads).toBeLessThan(32 * 1024)
    reads = 0
  }
})

test('an escaped backslash before u0000 is accepted, and so are 32 KiB', () => {
  expect(canonicalPayload({ a: '\\u0000' })).toMatchObject({ text: '{"a":"\\\\u0000"}' })
  const largest = { a: 'x'.repeat(32 * 1024 - '{"a":""}'.length) }
  expect((canonicalPayload(largest) as Payload).text).toHaveLength(32 * 1024)
})
