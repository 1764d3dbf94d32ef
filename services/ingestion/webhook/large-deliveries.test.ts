import { expect, test } from 'vitest'
import { Rejection } from '../domain/webhook/rejection.ts'
import { isLarge, largeDeliveries } from './large-deliveries.ts'

const LARGE = Buffer.alloc(70_000)
const SMALL = Buffer.from('{}')

/** Work that begins and ends when the test says so. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const turns = async (): Promise<void> => {
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, turns, end: (name: string) => ends.get(name)!() }
}

test('a delivery is large by its length or its number of objects', () => {
  expect(isLarge(LARGE)).toBe(true)
  expect(isLarge(Buffer.from('{}'.repeat(101)))).toBe(true)
  expect(isLarge(Buffer.from('{}'.repeat(100)))).toBe(false)
  expect(isLarge(Buffer.alloc(60_000))).toBe(false)
})

/** Does the work of a delivery in its place. */
function delivering() {
  const acquire = largeDeliveries()
  return async <T>(organizationId: string, body: Uint8Array, work: () => Promise<T>): Promise<T> => {
    const release = await acquire(organizationId, body)
    return await work().finally(release)
  }
}

test('an organization has one large delivery under way and all organizations two, and small ones do not wait', async () => {
  const { begun, work, turns, end } = works()
  const deliver = delivering()
  const all = ['a1', 'a2', 'b1', 'c1'].map((name) => deliver(name[0]!, LARGE, work(name)))
  all.push(deliver('a', SMALL, work('small')))
  await turns()
  expect(begun.toSorted()).toEqual(['a1', 'b1', 'small'])
  end('a1')
  await turns()
  expect(begun).toHaveLength(4)
  end('b1')
  await turns()
  expect(begun).toHaveLength(5)
  for (const name of ['a2', 'c1', 'small']) end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1', 'small'])
})

test('more than 20 waiting large deliveries are refused with 429, and a failed one frees its place', async () => {
  const { begun, work, turns, end } = works()
  const deliver = delivering()
  const names = Array.from({ length: 21 }, (_, n) => `a${n}`)
  const all = names.map((name) => deliver('a', LARGE, work(name)))
  const refused = await deliver('a', LARGE, work('none')).catch((error) => error)
  expect(refused).toBeInstanceOf(Rejection)
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 5 })
  for (const name of names) {
    await turns()
    expect(begun.at(-1)).toBe(name)
    end(name)
  }
  await Promise.all(all)
  await expect(deliver('a', LARGE, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await deliver('a', LARGE, async () => 'next')).toBe('next')
})
