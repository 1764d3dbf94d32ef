import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { listSemaphore } from './list-semaphore.ts'

test('an organization makes two lists at once, then waits, and never takes all places', async () => {
  const places = listSemaphore()
  const acquired: Pick<Exchange, 'releaseListPlace'>[] = []
  const ask = async (organization: string): Promise<void> => {
    const exchange: Pick<Exchange, 'releaseListPlace'> = {}
    await places.acquire(exchange, organization, new AbortController().signal)
    acquired.push(exchange)
  }
  const greedy = Promise.allSettled(Array.from({ length: 210 }, () => ask('greedy')))
  await turn()
  expect(acquired).toHaveLength(2)
  await ask('other')
  expect(acquired).toHaveLength(3)
  acquired[0]!.releaseListPlace!()
  for (let n = 0; n < 100 && acquired.length === 3; n++) await turn()
  expect(acquired).toHaveLength(4)
  for (let n = 0; n < acquired.length; n++) {
    acquired[n]!.releaseListPlace!()
    for (let waited = 0; waited < 100 && n + 1 === acquired.length && n < 202; waited++) await turn()
  }
  const refused = (await greedy).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({ reason: { details: { retry_after: 1 } } })
})

test('a list whose client has left leaves the queue', async () => {
  const places = listSemaphore()
  const { signal } = new AbortController()
  const first: Pick<Exchange, 'releaseListPlace'> = {}
  await places.acquire(first, 'one', signal)
  await places.acquire({}, 'one', signal)
  const client = new AbortController()
  const left: Pick<Exchange, 'releaseListPlace'> = {}
  const waits = places.acquire(left, 'one', client.signal)
  client.abort()
  await expect(waits).rejects.toBe(client.signal.reason)
  const last = places.acquire({}, 'one', signal)
  first.releaseListPlace!()
  await last
  expect(left.releaseListPlace).toBeUndefined()
})

test('an organization with large lists makes one at a time, and two such organizations two', async () => {
  const places = listSemaphore()
  const { signal } = new AbortController()
  const made: [string, Pick<Exchange, 'releaseListPlace'>][] = []
  const ask = async (organization: string, answerBytes: number): Promise<void> => {
    const exchange: Pick<Exchange, 'releaseListPlace' | 'answerBytes'> = { answerBytes }
    await places.acquire(exchange, organization, signal)
    made.push([organization, exchange])
  }
  /** Who has a place while none is given back. */
  const next = async (): Promise<string[]> => {
    for (let n = 0; n < 100; n++) await turn()
    return made.map(([organization]) => organization)
  }
  const answer = (): void => {
    for (const [, { releaseListPlace }] of made.splice(0)) releaseListPlace!()
  }
  for (const organization of ['a', 'b', 'c']) {
    await ask(organization, 3_000_000)
    answer()
  }
  const all = ['a', 'a', 'b', 'b', 'c', 'd', 'd'].map((organization) => ask(organization, 1000))
  expect(await next()).toEqual(['d', 'd', 'a', 'b'])
  answer()
  expect(await next()).toEqual(['a', 'b'])
  answer()
  expect(await next()).toEqual(['c'])
  answer()
  await Promise.all(all)
  for (let n = 0; n < 14; n++) {
    const asked = ask('a', 1000)
    await next()
    answer()
    await asked
  }
  await Promise.all([ask('a', 1000), ask('a', 1000)])
  expect(made).toHaveLength(2)
})
