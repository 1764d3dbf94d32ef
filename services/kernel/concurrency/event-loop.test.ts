import { expect, test } from 'vitest'
import { mapInTurns } from './event-loop.ts'

test('items mapped in turns keep their order, and other work is done between them', async () => {
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

test('of all who share the event loop one goes on in each turn', async () => {
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
