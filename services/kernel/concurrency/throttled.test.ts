import { expect, it } from 'vitest'
import { throttled } from './throttled.ts'

it('throttled work runs one at a time, and later callers share the next run', async () => {
  const begun: PromiseWithResolvers<number>[] = []
  const work = throttled(() => {
    const one = Promise.withResolvers<number>()
    begun.push(one)
    return one.promise
  })
  const first = work()
  await expect.poll(() => begun.length).toBe(1)
  const others = [work(), work(), work()]
  expect(begun.length).toBe(1)
  begun[0]!.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => begun.length).toBe(2)
  begun[1]!.resolve(2)
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  expect(begun.length).toBe(2)
})

it('throttled work pauses for as long as it ran, at most five seconds', async () => {
  let now = 0
  const course: string[] = []
  const rest = async (ms: number): Promise<void> => void course.push(`rests ${ms}`)
  const takes = [30, 200, 9000, 1]
  const work = throttled(
    async () => {
      const took = takes.shift()!
      course.push(`works ${took}`)
      now += took
    },
    { now: () => now, rest },
  )
  for (let i = 0; i < 4; i++) await work()
  expect(course.slice(0, 7)).toEqual([
    ...['works 30', 'rests 30', 'works 200', 'rests 200'],
    ...['works 9000', 'rests 5000', 'works 1'],
  ])
})

it('a failed throttled run fails its callers only, and runs again for the next', async () => {
  let calls = 0
  const work = throttled(async () => {
    calls += 1
    if (calls === 1) throw new Error('first')
    return calls
  })
  await expect(work()).rejects.toThrow('first')
  expect(await work()).toBe(2)
})
