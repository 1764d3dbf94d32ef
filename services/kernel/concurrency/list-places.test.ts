import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ListPlace, listPlaces } from './list-places.ts'

const LARGE = 2 * 1024 * 1024
const { signal } = new AbortController()

async function turns(): Promise<void> {
  for (let n = 0; n < 100; n++) await turn()
}

test('a small list waits for no large ones that are being encoded', async () => {
  const lists = listPlaces()
  const large = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => lists.acquire(owner, signal)))
  let place: ListPlace | undefined
  void lists.acquire('small', signal).then((got) => {
    place = got
  })
  await turns()
  expect(place).toBeUndefined()
  const goingOn = large.map((one) => one.grew(LARGE))
  await turns()
  expect(place).toBeDefined()
  // One of those that have grown goes on at a time, in their order.
  const order: number[] = []
  for (const [n, going] of goingOn.entries()) void going?.then(() => order.push(n))
  await turns()
  expect(order).toEqual([0])
  for (const [n, one] of large.entries()) {
    one.done(6 * LARGE)
    await turns()
    expect(order).toEqual([0, 1, 2, 3].slice(0, n + 2))
  }
})

test('few large lists are in memory beside those that have a place', async () => {
  const lists = listPlaces()
  const owners = Array.from({ length: 20 }, (_, n) => `owner ${n}`)
  const places: ListPlace[] = []
  let kept = 0
  for (const owner of owners) {
    void lists.acquire(owner, signal).then((place) => {
      places.push(place)
      if (place.grew(LARGE) === undefined) kept += 1
    })
    await turns()
  }
  // Six have left their places, four keep theirs, and the rest has not begun.
  expect([places.length, kept]).toEqual([10, 4])
  for (let n = 0; n < places.length; n++) {
    places[n]!.done(LARGE)
    await turns()
  }
  expect(places).toHaveLength(20)
})

test('of lists that are still being read, more leave their places', async () => {
  const lists = listPlaces()
  const places: ListPlace[] = []
  for (let n = 0; n < 40; n++)
    void lists.acquire(`owner ${n}`, signal).then((place) => {
      places.push(place)
      void place.read(LARGE)
    })
  await turns()
  // 24 have left their places, and four keep theirs.
  expect(places).toHaveLength(28)
})

test('lists that waited when their owner turned out to have large ones are made one at a time', async () => {
  const lists = listPlaces()
  const first = await lists.acquire('a', signal)
  const second = await lists.acquire('a', signal)
  const more: ListPlace[] = []
  for (let n = 0; n < 3; n++) void lists.acquire('a', signal).then((place) => more.push(place))
  await turns()
  expect(more).toHaveLength(0)
  first.done(LARGE)
  second.done(LARGE)
  await turns()
  expect(more).toHaveLength(1)
})

test('a list that is given up while it waits to go on loses no place to others', async () => {
  const lists = listPlaces()
  const first = await lists.acquire('a', signal)
  const second = await lists.acquire('b', signal)
  void first.grew(LARGE)
  void second.grew(LARGE)
  second.done(0)
  await turns()
  first.done(LARGE)
  await turns()
  const third = await lists.acquire('c', signal)
  let goesOn = false
  void third.grew(LARGE)?.then(() => {
    goesOn = true
  })
  await turns()
  expect(goesOn).toBe(true)
})
