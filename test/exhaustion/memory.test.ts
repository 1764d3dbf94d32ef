import { afterAll, beforeAll, expect, test } from 'vitest'
import { inFlightAt } from '../harness/in-flight.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { type Attacker, attacks, get, keyHeader, SOON, statuses } from './support/sockets.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ shape: 'one' })
})
afterAll(() => at.stop())

const open = attacks()
const inFlight = () => inFlightAt(at.baseUrl)

const SIZE = 1024 * 1024
const delivery = (sent: Buffer): Buffer => {
  const head = `POST /api/v1/webhooks/incidents/whk_x HTTP/1.1\r\nHost: a\r\nContent-Length: ${SIZE}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), sent])
}

test('unauthenticated bodies share a memory budget, and above it the address with the most is refused first', async () => {
  const almost = delivery(Buffer.alloc(SIZE - 1000, 0x20))
  const hoarding = await Promise.all(
    Array.from({ length: 70 }, () => open(at.baseUrl, almost, { reads: true })),
  )
  const refused = () => hoarding.filter(({ received }) => statuses(received())[0] === 429)
  // 48 MiB for all of them.
  await expect.poll(() => refused().length, SOON).toBeGreaterThanOrEqual(70 - 49)
  expect(refused()[0]!.received()).toMatch(/^retry-after: \d+\r$/im)
  expect(refused()[0]!.received()).toMatch(/^x-ratelimit-limit: \d+\r$/im)
  const honest = await open(at.baseUrl, delivery(Buffer.alloc(SIZE, 0x20)), {
    from: '127.0.0.3',
    reads: true,
  })
  await expect.poll(() => statuses(honest.received()), SOON).toEqual([401])
})

test('unread answers share a memory budget, and above it the connection with the most is closed first', async () => {
  const { key } = at.organization
  const description = '字'.repeat(20_000)
  for (let i = 0; i < 200; i += 20) {
    const made = Array.from({ length: 20 }, (_, n) =>
      call(at.baseUrl, '/api/v1/incidents', {
        key,
        body: { title: `large ${i + n}`, severity: 'low', description },
      }),
    )
    for (const { status } of await Promise.all(made)) expect(status).toBe(201)
  }
  const list = get('/api/v1/incidents?limit=200', keyHeader(key))
  const unread: Attacker[] = []
  // 12 MB each, of 64 MiB.
  for (let i = 0; i < 12; i++) {
    unread.push(await open(at.baseUrl, list))
    await expect.poll(inFlight, SOON).toBe(0)
  }
  const other = await call(at.baseUrl, '/api/v1/incidents?limit=200', { key })
  expect(other.body.data).toHaveLength(200)
  for (const { socket } of unread) socket.resume()
  await expect.poll(() => unread.some(({ isClosed }) => isClosed()), SOON).toBe(true)
  expect((await call(at.baseUrl, '/healthz')).status).toBe(200)
})
