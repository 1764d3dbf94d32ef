import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inFlightAt } from '../harness/in-flight.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { type Attacker, attacks, get, keyHeader, SOON, statuses } from './support/sockets.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({
    shape: 'one',
    env: { ATTESTRY_MAX_CONNECTIONS: '130', ATTESTRY_MAX_CONNECTIONS_PER_ADDRESS: '40' },
  })
})
afterAll(() => at.stop())

const open = attacks()
const inFlight = () => inFlightAt(at.baseUrl)

/** Runs while every admission waits. */
async function whileAdmissionWaits(run: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: at.databaseUrl })
  await client.connect()
  try {
    await client.query('begin; lock table ledger.quotas in access exclusive mode')
    await run()
  } finally {
    await client.end()
  }
}

test('of a connection’s pipelined requests one is worked on at a time, and all are answered in order', async () => {
  let pipelining!: Attacker
  const paths = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? '/api/v1/nothing' : '/api/v1/suppliers'))
  const key = keyHeader(at.organization.key)
  await whileAdmissionWaits(async () => {
    const bytes = paths.map((path) => get(path, key)).join('')
    pipelining = await open(at.baseUrl, bytes, { reads: true })
    await expect.poll(inFlight, SOON).toBe(1)
    for (let i = 0; i < 5; i++) expect(await inFlight()).toBe(1)
  })
  const expected = paths.map((path) => (path.endsWith('nothing') ? 404 : 200))
  await expect.poll(() => statuses(pipelining.received()).length, SOON).toBe(300)
  expect(statuses(pipelining.received())).toEqual(expected)
})

test('pipelined requests with bodies are handled in turn and in order', async () => {
  const post = (name: string): string => {
    const body = JSON.stringify({ title: name, severity: 'low' })
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    return `POST /api/v1/incidents HTTP/1.1\r\nHost: a\r\n${keyHeader(at.organization.key)}${length}\r\n${body}`
  }
  const names = Array.from({ length: 50 }, (_, i) => `turn ${i}`)
  const { received } = await open(at.baseUrl, names.map(post).join(''), { reads: true })
  await expect.poll(() => statuses(received()).length, SOON).toBe(50)
  expect(statuses(received())).toEqual(new Array(50).fill(201))
  const titles = [...received().matchAll(/"title":"(turn \d+)"/g)].map(([, name]) => name)
  expect(titles).toEqual(names)
})

test('a connection with too many pipelined requests is closed, and others are served', async () => {
  const flood = get('/').repeat(1400)
  const pipelining = await open(at.baseUrl, flood)
  pipelining.socket.resume()
  await expect.poll(pipelining.isClosed, SOON).toBe(true)
  expect((await call(at.baseUrl, '/healthz')).status).toBe(200)
})

test('a connection beyond its address’s limit replaces an idle one, never a busy one', async () => {
  const own: Attacker[] = []
  await whileAdmissionWaits(async () => {
    for (let i = 0; i < 40; i++)
      own.push(await open(at.baseUrl, i < 5 ? get('/api/v1/assets') : '', { reads: true }))
    await expect.poll(inFlight, SOON).toBe(5)
    for (let i = 0; i < 3; i++) {
      const later = await open(at.baseUrl, get('/healthz'), { reads: true })
      await expect.poll(() => statuses(later.received()), SOON).toEqual([200])
    }
    const other = await open(at.baseUrl, get('/healthz'), { from: '127.0.0.3', reads: true })
    await expect.poll(() => statuses(other.received()), SOON).toEqual([200])
    await expect.poll(() => own.filter(({ isClosed }) => isClosed()).length, SOON).toBe(3)
  })
  for (const { received } of own.slice(0, 5))
    await expect.poll(() => statuses(received()), SOON).toEqual([401])
})

test('an idle connection is closed early while more than half of the connections are taken', async () => {
  const idle = await Promise.all(
    Array.from({ length: 70 }, (_, i) =>
      open(at.baseUrl, get('/healthz'), { reads: true, from: `127.0.0.${4 + (i % 2)}` }),
    ),
  )
  await expect.poll(() => idle.every(({ received }) => statuses(received())[0] === 200), SOON).toBe(true)
  // Without the shorter time it is 75 s.
  await expect.poll(() => idle.filter(({ isClosed }) => isClosed()).length, SOON).toBeGreaterThan(0)
})

test('100 (Continue) is sent when the body is read, and never to a caller refused by its headers', async () => {
  const headers = 'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n'
  const ask = (authorization: string): string =>
    `POST /api/v1/suppliers HTTP/1.1\r\nHost: a\r\n${authorization}${headers}\r\n`
  const refused = await open(at.baseUrl, ask(''), { reads: true })
  await expect.poll(() => statuses(refused.received()), SOON).toEqual([401])
  const invited = await open(at.baseUrl, ask(keyHeader(at.organization.key)), { reads: true })
  await expect.poll(() => statuses(invited.received()), SOON).toEqual([100])
  invited.socket.write('{}')
  await expect.poll(() => statuses(invited.received()), SOON).toEqual([100, 400])
})
