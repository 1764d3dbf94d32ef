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
