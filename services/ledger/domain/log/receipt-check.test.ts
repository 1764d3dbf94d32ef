import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckedEntry } from './log-check.ts'
import { Problems } from './log-problem.ts'
import { checkReceipts, inPortions } from './receipt-check.ts'

const entries = fc
  .array(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 3 }), { maxLength: 300 })
  .map((all) => all.map((counts, index) => entryOf(index, counts)))

test('inPortions gives every entry once and in order, with at most 512 records beyond one entry', () => {
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

test('inPortions puts entries with few records into one portion', () => {
  const all = Array.from({ length: 2048 }, (_, index) => entryOf(index, [1]))
  expect([...inPortions(all)].map(({ length }) => length)).toEqual([512, 512, 512, 512])
})

test('checkReceipts pauses before each receipt, and ends when nobody waits for it', async () => {
  const all = Array.from({ length: 100 }, (_, index) => entryOf(index, [1, 2]))
  const problems = new Problems()
  let pauses = 0
  const compared = await checkReceipts(
    all,
    [],
    () => true,
    problems,
    async () => {
      pauses += 1
    },
  )
  expect([compared, pauses, problems.count]).toEqual([200, 200, 200])
  const ended = checkReceipts(
    all,
    [],
    () => true,
    problems,
    () => {
      throw new Error('gone')
    },
  )
  await expect(ended).rejects.toThrow('gone')
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
