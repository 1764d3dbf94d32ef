import { expect, test } from 'vitest'
import { batched } from './batched.ts'

test('simultaneous questions become one call, or several of the maximum size', async () => {
  const asked: number[][] = []
  const double = batched(3, async (numbers: number[]) => {
    asked.push(numbers)
    return numbers.map((each) => each * 2)
  })
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(asked).toEqual([[1, 2, 3], [4], [5]])
})

test('a failed batched call fails for its callers only', async () => {
  let fails = true
  const same = batched(9, async (texts: string[]) => {
    if (fails) throw new Error('down')
    return texts
  })
  const [one, two] = await Promise.allSettled([same('a'), same('b')])
  expect([one!.status, two!.status]).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await same('c')).toBe('c')
})
