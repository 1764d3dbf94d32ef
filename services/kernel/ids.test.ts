import { expect, test } from 'vitest'
import { isUuid, mintedAt, mintId } from './ids.ts'

test('ids of one millisecond rise and carry their instant', () => {
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
