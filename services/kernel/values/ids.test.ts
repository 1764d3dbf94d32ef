import { expect, test } from 'vitest'
import { isUuid, mintId, mintIds } from './ids.ts'

test('ids of one millisecond ascend and contain their time', () => {
  const at = new Date('2026-03-04T05:06:07.089Z')
  const ids = Array.from({ length: 2000 }, () => mintId(at))
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(2000)
  expect(ids.every((id) => isUuid(id) && id[14] === '7' && '89ab'.includes(id[19]!))).toBe(true)
  expect(mintedAt(ids[7]!)).toEqual(at)
})

test('an id of a later millisecond sorts after every earlier one', () => {
  const earlier = mintId(new Date(1_800_000_000_000))
  const later = mintId(new Date(1_800_000_000_001))
  expect(later > earlier).toBe(true)
})

test.each(['', 'x', '018f', '018f0000-0000-7000-8000-00000000000g', '018f0000000070008000000000000000'])(
  '%j is not a UUID',
  (text) => {
    expect(isUuid(text)).toBe(false)
  },
)

test('mintIds gives distinct, ascending UUIDv7 of one time', () => {
  const at = new Date('2026-03-01T10:00:00.123Z')
  const seen = new Set<string>()
  for (let batch = 0; batch < 50; batch++) {
    const ids = mintIds(at, 500)
    expect(ids).toEqual(ids.toSorted())
    for (const id of ids) {
      expect(isUuid(id)).toBe(true)
      expect(id).toMatch(/^.{14}7.{4}[89ab]/)
      expect(mintedAt(id)).toEqual(at)
      seen.add(id)
    }
  }
  expect(seen.size).toBe(50 * 500)
})

test('mintIds has room for the largest counter', () => {
  const ids = mintIds(new Date(0), 4096)
  expect(ids.at(-1)!.slice(0, 18)).toBe('00000000-0000-7fff')
})

/** The instant, to the millisecond, in which a UUIDv7 was minted. */
function mintedAt(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
