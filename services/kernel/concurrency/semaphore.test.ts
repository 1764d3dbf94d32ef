import { expect, test } from 'vitest'
import { Reason } from '../errors/errors.ts'
import { type Release, semaphore } from './semaphore.ts'

const limits = {
  what: 'exports',
  places: 2,
  placesPerOwner: 1,
  waiting: 3,
  waitingPerOwner: 2,
  retryAfter: 7,
}

/** The owners in the order in which they got a place. */
function scene() {
  const acquired: string[] = []
  const releases = new Map<string, Release>()
  const places = semaphore(limits)
  const acquire = (name: string, signal?: AbortSignal): Promise<void> =>
    places.acquire(name[0]!, signal).then((release) => {
      acquired.push(name)
      releases.set(name, release)
    })
  const release = async (name: string): Promise<void> => {
    releases.get(name)!()
    await new Promise(setImmediate)
  }
  return { acquired, acquire, release, places }
}

test('an owner gets at most its share of places, and others proceed meanwhile', async () => {
  const { acquired, acquire, release } = scene()
  await acquire('a1')
  const second = acquire('a2')
  await acquire('b1')
  expect(acquired).toEqual(['a1', 'b1'])
  await release('a1')
  await second
  expect(acquired).toEqual(['a1', 'b1', 'a2'])
})

test('waiting owners take turns, however much one of them asked for before', async () => {
  const { acquired, acquire, release } = scene()
  await acquire('a1')
  await acquire('b1')
  void acquire('a2')
  void acquire('a3')
  void acquire('c1')
  await release('a1')
  await release('b1')
  await release('a2')
  expect(acquired).toEqual(['a1', 'b1', 'a2', 'c1', 'a3'])
})

test('work beyond the queue is refused with Retry-After', async () => {
  const { acquire } = scene()
  await acquire('a1')
  await acquire('b1')
  void acquire('a2')
  void acquire('a3')
  const refusal = { reason: Reason.RATE_LIMITED, details: { retry_after: 7 } }
  await expect(acquire('a4')).rejects.toMatchObject(refusal)
})

test('an owner finds room in a queue that others have filled, as long as one of them has more in it', async () => {
  const { acquire, acquired, release } = scene()
  await acquire('a1')
  await acquire('b1')
  void acquire('a2')
  const newest = acquire('a3')
  void acquire('c1')
  void acquire('d1')
  const refusal = { reason: Reason.RATE_LIMITED, details: { retry_after: 7 } }
  await expect(newest).rejects.toMatchObject(refusal)
  await expect(acquire('e1')).rejects.toMatchObject(refusal)
  for (const name of ['a1', 'b1', 'a2', 'c1']) await release(name)
  expect(acquired).toEqual(['a1', 'b1', 'a2', 'c1', 'd1'])
})

test('a caller that stops waiting leaves the queue, and a place released twice counts once', async () => {
  const { acquired, acquire, release, places } = scene()
  await acquire('a1')
  await acquire('b1')
  const gone = new AbortController()
  const waits = acquire('c1', gone.signal)
  gone.abort(new Error('gone'))
  await expect(waits).rejects.toThrow('gone')
  void acquire('d1')
  await release('a1')
  await release('a1')
  expect(acquired).toEqual(['a1', 'b1', 'd1'])
  expect(places.tryAcquire('e')).toBeUndefined()
})

test('work that has waited for too long is refused and leaves the queue; what got a place keeps it', async () => {
  const places = semaphore({ ...limits, places: 1, maxWaitMs: 1 })
  const release = await places.acquire('a')
  const late = { reason: Reason.RATE_LIMITED, details: { retry_after: 7 } }
  await expect(places.acquire('b')).rejects.toMatchObject(late)
  expect(places.tryAcquire('c')).toBeUndefined()
  release()
  expect(places.tryAcquire('b')).toBeDefined()
})
