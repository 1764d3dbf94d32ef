import { expect, test } from 'vitest'
import { Reason } from './errors/errors.ts'
import { type Leave, semaphore } from './semaphore.ts'

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
  const entered: string[] = []
  const leaves = new Map<string, Leave>()
  const places = semaphore(limits)
  const enter = (name: string, signal?: AbortSignal): Promise<void> =>
    places.enter(name[0]!, signal).then((leave) => {
      entered.push(name)
      leaves.set(name, leave)
    })
  const leave = async (name: string): Promise<void> => {
    leaves.get(name)!()
    await new Promise(setImmediate)
  }
  return { entered, enter, leave, places }
}

test('an owner takes no more than its share, and others get in meanwhile', async () => {
  const { entered, enter, leave } = scene()
  await enter('a1')
  const second = enter('a2')
  await enter('b1')
  expect(entered).toEqual(['a1', 'b1'])
  await leave('a1')
  await second
  expect(entered).toEqual(['a1', 'b1', 'a2'])
})

test('owners that wait take turns, however much one of them has asked for before', async () => {
  const { entered, enter, leave } = scene()
  await enter('a1')
  await enter('b1')
  void enter('a2')
  void enter('a3')
  void enter('c1')
  await leave('a1')
  await leave('b1')
  await leave('a2')
  expect(entered).toEqual(['a1', 'b1', 'a2', 'c1', 'a3'])
})

test('work that finds no room in the queue is refused with Retry-After', async () => {
  const { enter } = scene()
  await enter('a1')
  await enter('b1')
  void enter('a2')
  void enter('a3')
  const refusal = { reason: Reason.RATE_LIMITED, details: { retry_after: 7 } }
  await expect(enter('a4')).rejects.toMatchObject(refusal)
  void enter('c1')
  await expect(enter('d1')).rejects.toMatchObject(refusal)
})

test('a caller that stops waiting leaves the queue, and a place given back twice counts once', async () => {
  const { entered, enter, leave, places } = scene()
  await enter('a1')
  await enter('b1')
  const gone = new AbortController()
  const waits = enter('c1', gone.signal)
  gone.abort(new Error('gone'))
  await expect(waits).rejects.toThrow('gone')
  void enter('d1')
  await leave('a1')
  await leave('a1')
  expect(entered).toEqual(['a1', 'b1', 'd1'])
  expect(places.enterNow('e')).toBeUndefined()
})
