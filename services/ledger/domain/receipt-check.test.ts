import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckedEntry } from './log-check.ts'
import { inPortions } from './receipt-check.ts'

const entries = fc
  .array(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 3 }), { maxLength: 300 })
  .map((all) => all.map((counts, index) => entryOf(index, counts)))

test('portions have every entry once, in order, and records of at most one entry beyond 512', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const portions = [...inPortions(all)]
      expect(portions.flat()).toEqual(all)
      for (const portion of portions) {
        expect(portion.length).toBeGreaterThan(0)
        if (portion.length > 1) expect(recordsOf(portion)).toBeLessThanOrEqual(512)
      }
    }),
  )
})

test('entries that wrote little share a portion', () => {
  const all = Array.from({ length: 2048 }, (_, index) => entryOf(index, [1]))
  expect([...inPortions(all)].map(({ length }) => length)).toEqual([512, 512, 512, 512])
})

function entryOf(index: number, counts: number[]): CheckedEntry {
  return {
    index,
    id: `${index}`,
    receipts: counts.map((count) => ({ type: 'agent-events', count, root: '' })),
  }
}

function recordsOf(portion: CheckedEntry[]): number {
  return portion.flatMap(({ receipts }) => receipts).reduce((sum, { count }) => sum + count, 0)
}
