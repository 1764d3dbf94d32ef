import { describe, expect, test } from 'vitest'
import { bundleOf, entriesOf, type Tile, tileOfPath, tilePath, tilesSince } from './tiles.ts'

const hashes = (level: number, index: number, width = 256): Tile => ({ kind: 'hashes', level, index, width })

describe('the path of a tile', () => {
  test('equals the specification', () => {
    expect(tilePath(hashes(0, 1234067))).toBe('tile/0/x001/x234/067')
    expect(tilePath({ kind: 'entries', level: 0, index: 1234067, width: 256 })).toBe(
      'tile/entries/x001/x234/067',
    )
    expect(tilePath(hashes(2, 5, 17))).toBe('tile/2/005.p/17')
  })

  test('is unique: other spellings name no tile', () => {
    for (const tile of [hashes(0, 0), hashes(63, 999, 255), hashes(1, 1000, 1), hashes(7, 123_456_789)])
      expect(tileOfPath(tilePath(tile))).toEqual(tile)
    for (const path of [
      'tile/0/x000/067',
      'tile/0/67',
      'tile/00/067',
      'tile/64/067',
      'tile/0/067.p/256',
      'tile/0/067.p/0',
      'tile/0/067.p/01',
      'tile/0/067.p/',
      'tile/0/001/067',
      'tile/0/x001',
      'tile/0/x999/x999/x999/x999/x999/999',
      'tile/-1/067',
      'tile/entries/067/',
      'tile//067',
      'checkpoint',
    ])
      expect(tileOfPath(path), path).toBeUndefined()
  })
})

describe('the tiles of a tree', () => {
  const counted = (size: number, from = 0) =>
    Object.entries(
      Object.groupBy(tilesSince(from, size), ({ level, width }) =>
        width === 256 ? `${level}` : `${level}.p/${width}`,
      ),
    ).map(([name, tiles]) => [name, tiles!.length])

  test('equal the examples of the specification', () => {
    expect(Object.fromEntries(counted(70_000))).toEqual({
      0: 273,
      '0.p/112': 1,
      1: 1,
      '1.p/17': 1,
      '2.p/1': 1,
    })
    expect(Object.fromEntries(counted(256))).toEqual({ 0: 1, '1.p/1': 1 })
    expect(counted(0)).toEqual([])
  })

  test('since an older tree are those that it does not have', () => {
    for (const [from, to] of [
      [0, 1],
      [255, 256],
      [256, 257],
      [300, 300],
      [65_535, 65_537],
      [70_000, 70_001],
    ] as const) {
      const older = new Set([...tilesSince(0, from)].map(tilePath))
      const since = [...tilesSince(0, to)].map(tilePath).filter((path) => !older.has(path))
      expect([...tilesSince(from, to)].map(tilePath), `${from} to ${to}`).toEqual(since)
    }
  })
})

test('a bundle contains its entries, and a truncated one is refused', () => {
  const entries = ['', 'a', 'é'.repeat(30_000)]
  const bundle = bundleOf(entries)
  expect(bundle.subarray(0, 5)).toEqual(Buffer.from([0, 0, 0, 1, 0x61]))
  expect(entriesOf(bundle).map(String)).toEqual(entries)
  expect(() => entriesOf(bundle.subarray(0, -1))).toThrow(RangeError)
  expect(() => entriesOf(Buffer.of(0))).toThrow(RangeError)
  expect(() => bundleOf(['a'.repeat(65_536)])).toThrow(RangeError)
})
