import { expect, test } from 'vitest'
import { isUuid, mintedAt } from '../../kernel/ids.ts'
import { mintIds } from './ids.ts'

test('the ids of a batch are UUIDv7 of its instant, rise strictly, and never repeat', () => {
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

test('the largest counter still has its place', () => {
  const ids = mintIds(new Date(0), 4096)
  expect(ids.at(-1)!.slice(0, 18)).toBe('00000000-0000-7fff')
})
