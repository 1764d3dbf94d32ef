import { expect, test } from 'vitest'
import { mapInTurns } from './event-loop.ts'

test('mapping in turns keeps the order of items, and lets the event loop turn in between', async () => {
  let others = 0
  let isMapping = true
  const other = (): void => {
    others += 1
    if (isMapping) setImmediate(other)
  }
  setImmediate(other)
  const slowly = (item: number, i: number): number => {
    const until = performance.now() + 6
    while (performance.now() < until);
    return item * 10 + i
  }
  const mapped = await mapInTurns([1, 2, 3, 4, 5, 6, 7, 8], slowly)
  isMapping = false
  expect(mapped).toEqual([10, 21, 32, 43, 54, 65, 76, 87])
  expect(others).toBeGreaterThanOrEqual(3)
})

test('in each turn of the event loop only one of several mappings proceeds', async () => {
  let mapped = 0
  let isMapping = true
  const inTurn: number[] = []
  const slowly = (): void => {
    const until = performance.now() + 6
    while (performance.now() < until);
    mapped += 1
  }
  const all = Promise.all(Array.from({ length: 5 }, () => mapInTurns([1, 2, 3, 4], slowly)))
  let before = mapped
  const turn = (): void => {
    inTurn.push(mapped - before)
    before = mapped
    if (isMapping) setImmediate(turn)
  }
  setImmediate(turn)
  await all
  isMapping = false
  expect(mapped).toBe(20)
  expect(Math.max(...inTurn)).toBe(1)
})
