import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRfc3339 } from './rfc3339.ts'

test.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02t03:04:05.6789z', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05.6+02:00', '2026-01-02T01:04:05.600Z'],
  ['2024-02-29T23:59:59-23:59', '2024-03-01T23:58:59.000Z'],
  [`2026-01-02T03:04:05.${'6789'.repeat(20)}-00:00`, '2026-01-02T03:04:05.678Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0099-12-31T23:00:00-02:00', '0100-01-01T01:00:00.000Z'],
])('parseRfc3339 reads %s as %s', (text, iso) => {
  expect(parseRfc3339(text)?.toISOString()).toBe(iso)
})

test.each([
  '',
  '2026-01-02',
  '2026-01-02T03:04:05',
  '2026-01-02 03:04:05Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-02T24:00:00Z',
  '2026-01-02T03:04:60Z',
  '2026-01-02T03:04:05+24:00',
  '2026-01-02T03:04:05.Z',
  '+02026-01-02T03:04:05Z',
  '1767322245',
])('parseRfc3339 refuses %j', (text) => {
  expect(parseRfc3339(text)).toBeUndefined()
})

test('parseRfc3339 reads a canonical time back equal, or refuses a nonexistent one', () => {
  const two = (max: number) => fc.nat(max).map((n) => String(n).padStart(2, '0'))
  const canonical = fc
    .tuple(fc.integer({ min: 1990, max: 2110 }), two(13), two(32), two(25), two(61), two(61), fc.nat(999))
    .map(([y, mo, d, h, mi, s, ms]) => `${y}-${mo}-${d}T${h}:${mi}:${s}.${String(ms).padStart(3, '0')}Z`)
  const garbled = fc
    .tuple(canonical, fc.nat(23), fc.constantFrom(...'x-:.TZ \u0661'))
    .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1))
  fc.assert(
    fc.property(fc.oneof(canonical, garbled), (text) => {
      const date = new Date(text)
      const exists = !Number.isNaN(date.getTime()) && date.toISOString() === text
      expect(parseRfc3339(text)?.toISOString()).toBe(exists ? text : undefined)
    }),
    { numRuns: 2000 },
  )
})
