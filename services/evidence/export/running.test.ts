import { expect, test } from 'vitest'
import type { Release } from '../../kernel/concurrency/semaphore.ts'
import { Reason } from '../../kernel/errors/errors.ts'
import { running } from './running.ts'

const REFUSED = { reason: Reason.RATE_LIMITED, details: { retry_after: 30 } }
const present = new AbortController().signal
const fast = { behindMs: () => 0, giveWay: () => expect.unreachable() }

test('three organizations with two exports each that never end leave places for three others', async () => {
  const places = running()
  const held = await Promise.allSettled(
    ['a', 'a', 'b', 'b', 'c', 'c'].map((name) => places.acquire(name, present, fast)),
  )
  expect(held.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: REFUSED }])
  for (const name of ['d', 'e', 'f']) await places.acquire(name, present, fast)
})

test('an organization has two exports in progress, and its third is refused at once', async () => {
  const places = running()
  const [first] = [await places.acquire('a', present, fast), await places.acquire('a', present, fast)]
  await expect(places.acquire('a', present, fast)).rejects.toMatchObject(REFUSED)
  first()
  first()
  await places.acquire('a', present, fast)
  await expect(places.acquire('a', present, fast)).rejects.toMatchObject(REFUSED)
})

test('while all places are held, an organization without an export waits for one, and one with an export does not', async () => {
  const places = running()
  const held = await full(places)
  const acquired: string[] = []
  const waits = places.acquire('x', present, fast).then(() => acquired.push('x'))
  await expect(places.acquire('c', present, fast)).rejects.toMatchObject(REFUSED)
  await expect(places.acquire('x', present, fast)).rejects.toMatchObject(REFUSED)
  expect(acquired).toEqual([])
  held[0]!()
  await waits
  expect(acquired).toEqual(['x'])
})

test('an organization that waits gets a further place too, and of two places that become free at once it keeps one', async () => {
  const places = running()
  const held = await full(places)
  const waits = places.acquire('x', present, fast)
  held[6]!()
  await waits
  const next = places.acquire('y', present, fast)
  held[0]!()
  held[7]!()
  await next
  await places.acquire('z', present, fast)
  await expect(places.acquire('c', present, fast)).rejects.toMatchObject(REFUSED)
})

test('an export that gets no place in time, or whose receiver goes away, leaves the queue', async () => {
  const places = running(1)
  const held = await full(places)
  await expect(places.acquire('x', present, fast)).rejects.toMatchObject(REFUSED)
  const gone = new AbortController()
  const waits = places.acquire('y', gone.signal, fast)
  gone.abort(new Error('gone'))
  await expect(waits).rejects.toThrow('gone')
  held[0]!()
  await places.acquire('x', present, fast)
})

test('while an organization waits, the export whose receiver is furthest behind gives way, and no other', async () => {
  const places = running()
  const held = await full(places, 5)
  const ended: string[] = []
  const slow = async (name: string, behind: number) => {
    const giveWay = (): void => {
      ended.push(name)
      release()
    }
    const release = await places.acquire(name, present, { behindMs: () => behind, giveWay })
  }
  await slow('s', 1)
  await slow('t', 2)
  await slow('u', -1)
  expect(ended).toEqual([])
  await places.acquire('x', present, fast)
  expect(ended).toEqual(['t'])
  await places.acquire('y', present, fast)
  expect(ended).toEqual(['t', 's'])
  const waits = places.acquire('z', present, fast)
  held[0]!()
  await waits
  expect(ended).toEqual(['t', 's'])
})

test('an organization that leaves the queue and asks again ends no further export while a place is about to be free', async () => {
  const places = running()
  await full(places, 5)
  const ended: string[] = []
  const releases: Release[] = []
  for (const name of ['s', 't', 'u'])
    releases.push(await places.acquire(name, present, { behindMs: () => 1, giveWay: () => ended.push(name) }))
  for (let n = 0; n < 3; n++) {
    const gone = new AbortController()
    const waits = places.acquire('x', gone.signal, fast)
    gone.abort(new Error('gone'))
    await expect(waits).rejects.toThrow('gone')
  }
  expect(ended).toEqual(['s'])
  const waits = [places.acquire('x', present, fast), places.acquire('y', present, fast)]
  expect(ended).toEqual(['s', 't'])
  releases[0]!()
  releases[1]!()
  await Promise.all(waits)
  expect(ended).toEqual(['s', 't'])
})

async function full(places: ReturnType<typeof running>, count = 8): Promise<Release[]> {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'b'].slice(0, count)
  return await Promise.all(names.map((name) => places.acquire(name, present, fast)))
}
