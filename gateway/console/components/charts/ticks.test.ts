import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticks } from './ticks.ts'

test('the ticks of an axis are few, ascending, round and within the values', () => {
  expect(ticks(0, 1)).toEqual([0, 0.5, 1])
  expect(ticks(0.04, 0.09)).toEqual([0.04, 0.06, 0.08])
  expect(ticks(3, 3)).toEqual([3])
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (low, span) => {
      const marks = ticks(low, low + span)
      expect(marks.length).toBeGreaterThan(0)
      expect(marks.length).toBeLessThanOrEqual(5)
      expect(marks).toEqual([...marks].sort((a, b) => a - b))
      for (const mark of marks) {
        expect(mark).toBeGreaterThanOrEqual(low)
        expect(mark).toBeLessThanOrEqual(low + span)
      }
    }),
  )
})
