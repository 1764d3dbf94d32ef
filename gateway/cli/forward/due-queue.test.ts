import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dueQueue } from './due-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A queue whose work ends when the test says so. */
function controlled(concurrency: number) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const queue = dueQueue<string>(concurrency, (item) => {
    begun.push(item)
    return new Promise((resolve) => ends.set(item, resolve))
  })
  const end = async (item: string) => {
    ends.get(item)!()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { queue, begun, end }
}

test('the queue works on at most the given number of items, in the order of arrival', async () => {
  const { queue, begun, end } = controlled(2)
  for (const item of ['a', 'b', 'c', 'd']) queue.add(item)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('an item that is not due does not delay others', async () => {
  const { queue, begun } = controlled(2)
  queue.add('later', 1000)
  queue.add('now')
  expect(begun).toEqual(['now'])
  await vi.advanceTimersByTimeAsync(999)
  expect(begun).toEqual(['now'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['now', 'later'])
})

test('a pause holds all items, and work continues by itself afterwards', async () => {
  const { queue, begun, end } = controlled(1)
  for (const item of ['a', 'b']) queue.add(item)
  queue.pause(5000)
  await end('a')
  expect(begun).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(begun).toEqual(['a', 'b'])
})

test('a stop begins nothing more, and waits for items under way', async () => {
  const { queue, begun, end } = controlled(1)
  for (const item of ['a', 'b']) queue.add(item)
  let ended = false
  const stopped = queue.stop().then(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect([queue.stopped, ended]).toEqual([true, false])
  await end('a')
  await stopped
  expect(begun).toEqual(['a'])
})
