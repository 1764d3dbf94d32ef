import { expect, test } from 'vitest'
import { Reason } from '../errors/errors.ts'
import { groupCommit } from './group-commit.ts'

test('calls that arrive during a batch form the next one, and each gets its own result', async () => {
  const sizes: number[] = []
  const begun = Promise.withResolvers<void>()
  const submitted = Promise.withResolvers<void>()
  const submit = groupCommit<number, number>({
    maxInFlight: 1,
    run: async (items) => {
      sizes.push(items.length)
      begun.resolve()
      await submitted.promise
      return items.map((n) => n * 2)
    },
  })
  const first = submit(0)
  await begun.promise
  const rest = Array.from({ length: 20 }, (_, i) => submit(i + 1))
  submitted.resolve()
  expect(await Promise.all([first, ...rest])).toEqual(Array.from({ length: 21 }, (_, i) => i * 2))
  expect(sizes).toEqual([1, 20])
})

test('a refused item does not fail the others of its batch', async () => {
  const submit = groupCommit<number, number>({
    retriable: () => true,
    run: async (items) => {
      if (items.includes(3)) throw new Error('refused')
      return items
    },
  })
  const settled = await Promise.allSettled([1, 2, 3, 4].map(submit))
  expect(settled.map((s) => s.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('an error that is not retriable rejects the whole batch, and the next batch still runs', async () => {
  let broken = true
  const submit = groupCommit<number, number>({
    run: async (items) => {
      if (broken) throw new Error('connection lost')
      return items
    },
  })
  const settled = await Promise.allSettled([1, 2].map(submit))
  expect(settled.map((s) => s.status)).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await submit(7)).toBe(7)
})

test('no batch is larger than maxBatch', async () => {
  const sizes: number[] = []
  const submit = groupCommit<number, number>({
    maxBatch: 8,
    maxInFlight: 1,
    run: async (items) => {
      sizes.push(items.length)
      return items
    },
  })
  await Promise.all(Array.from({ length: 20 }, (_, i) => submit(i)))
  expect(sizes).toEqual([8, 8, 4])
})

test('an item whose turn does not come in time is refused, and not run', async () => {
  const ran: number[] = []
  const submit = groupCommit<number, number>({
    maxInFlight: 1,
    maxWaitMs: 0,
    run: async (items) => {
      ran.push(...items)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return items
    },
  })
  const settled = await Promise.allSettled([submit(1)])
  expect(settled).toMatchObject([{ status: 'rejected', reason: { reason: Reason.UNAVAILABLE } }])
  expect(ran).toEqual([])
})

test('an item beyond the queue is refused with RATE_LIMITED, and not run', async () => {
  const ran: number[] = []
  const submit = groupCommit<number, number>({
    maxBatch: 1,
    maxInFlight: 1,
    maxQueued: 3,
    run: async (items) => {
      ran.push(...items)
      return items
    },
  })
  const settled = await Promise.allSettled([1, 2, 3, 4, 5].map(submit))
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(settled[4]).toMatchObject({
    reason: { reason: Reason.RATE_LIMITED, details: { retry_after: 1 } },
  })
  expect(ran).toEqual([1, 2, 3])
  expect(await submit(6)).toBe(6)
})

test('the next batch is sent before the results of the previous one are handled', async () => {
  const order: string[] = []
  const begun = Promise.withResolvers<void>()
  const submitted = Promise.withResolvers<void>()
  const submit = groupCommit<string, string>({
    maxInFlight: 1,
    run: async (items) => {
      order.push(`run ${items}`)
      begun.resolve()
      await submitted.promise
      return items
    },
  })
  const work = async (item: string) => order.push(`result ${await submit(item)}`)
  const first = work('a')
  await begun.promise
  const second = work('b')
  submitted.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['run a', 'run b', 'result a', 'result b'])
})

test('an alternating batch takes half of the waiting and just answered items', async () => {
  const sizes: number[] = []
  const begun = Promise.withResolvers<void>()
  const submitted = Promise.withResolvers<void>()
  const submit = groupCommit<number, number>({
    maxInFlight: 1,
    alternating: true,
    run: async (items) => {
      sizes.push(items.length)
      begun.resolve()
      await submitted.promise
      return items
    },
  })
  const first = submit(0)
  await begun.promise
  const rest = Array.from({ length: 31 }, (_, i) => submit(i + 1))
  submitted.resolve()
  expect(await Promise.all([first, ...rest])).toEqual(Array.from({ length: 32 }, (_, i) => i))
  expect(sizes).toEqual([1, 16, 15])
})

test('an alternating batch after a pause takes every waiting item', async () => {
  const sizes: number[] = []
  const submit = groupCommit<number, number>({
    maxInFlight: 1,
    alternating: true,
    run: async (items) => {
      sizes.push(items.length)
      return items
    },
  })
  await submit(0)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  await Promise.all([1, 2, 3, 4, 5].map(submit))
  expect(sizes).toEqual([1, 5])
})
