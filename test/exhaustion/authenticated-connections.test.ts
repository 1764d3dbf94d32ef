import { once } from 'node:events'
import http2 from 'node:http2'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { type Microservice, makeMicroservice } from '../grpc/support/microservice.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
let payroll: Microservice
let ledger: string
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  payroll = await makeMicroservice(at)
  ledger = at.urls.ledger!
})
afterAll(() => at.stop())

test('a thousand authenticated connections are served, the next is closed, and an ended one makes room', async () => {
  const { hostname, port } = new URL(ledger)
  const held = new Set<http2.ClientHttp2Session>()
  const hold = async () => {
    const session = http2.connect(ledger).on('error', () => {})
    if (!(await authenticates(session))) return session.destroy()
    held.add(session)
    session.once('close', () => held.delete(session))
  }
  try {
    // The other services have connections too, and one that ends makes room.
    await expect
      .poll(async () => {
        for (let missing = 1000 - held.size; missing > 0; missing -= 50)
          await Promise.all(Array.from({ length: Math.min(missing, 50) }, hold))
        return !(await isServed(net.connect(Number(port), hostname).on('error', () => {})))
      })
      .toBe(true)
    expect(held.size).toBeGreaterThan(900)
  } finally {
    for (const session of held) session.destroy()
  }
  const another = async () => {
    const session = http2.connect(ledger).on('error', () => {})
    return await authenticates(session).finally(() => session.destroy())
  }
  await expect.poll(another).toBe(true)
})

/** A call whose message is refused has been authenticated. False where the connection is closed. */
async function authenticates(session: http2.ClientHttp2Session): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${payroll.token}`,
    'attestry-organization': at.organization.id,
  }
  const stream = session.request({
    ':method': 'POST',
    ':path': `/${IncidentService.typeName}/CreateIncident`,
    ...headers,
  })
  stream.on('error', () => {}).end('{')
  return await Promise.race([
    once(stream, 'response').then(() => true),
    once(session, 'close').then(() => false),
  ])
}

/** A server begins a session that it serves with its SETTINGS, and closes a connection beyond its limit without a byte. */
async function isServed(socket: net.Socket): Promise<boolean> {
  const served = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ])
  if (!served) socket.destroy()
  return served
}
