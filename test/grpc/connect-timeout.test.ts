import { once } from 'node:events'
import { type ClientHttp2Stream, createSecureServer } from 'node:http2'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Http2SessionManager } from '@connectrpc/connect-node'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { issue, makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { caughtSessionErrors } from '../../services/kernel/transport/client/caught-session-errors.ts'
import { connectWithin } from '../../services/kernel/transport/client/connect-timeout.ts'

const DAY_MS = 86_400_000
const HOURS = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) }
const REFUSAL = 'the service does not accept the connection'

let identity: { cert: string; key: string }
let ca: string
beforeAll(async () => {
  const authority = await makeAuthority('ours', HOURS)
  const { certificate: cert, key } = await issue(authority, 'service', ['127.0.0.1', 'localhost'], HOURS)
  identity = { cert, key }
  ca = authority.certificate
})

/** A server behind a relay that can stop passing bytes on, as the system of a stopped process does. */
async function frozenAtWill() {
  const server = createSecureServer(identity)
  server.on('stream', (stream) => {
    stream.on('error', () => {})
    stream.respond({ ':status': 200 })
    stream.write('x')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const open: Socket[] = []
  const state = { isFrozen: false, connections: 0 }
  const relay = createServer((socket) => {
    state.connections += 1
    const onwards = connect(port, '127.0.0.1')
    open.push(socket, onwards)
    for (const one of [socket, onwards]) one.on('error', () => {})
    socket.on('data', (data) => state.isFrozen || onwards.write(data))
    onwards.on('data', (data) => state.isFrozen || socket.write(data))
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    relay.close()
    server.close()
  })
  return { state, url: `https://localhost:${(relay.address() as AddressInfo).port}` }
}

const sessionsOf = (url: string, ms: number, pingMs: number) => {
  const options = { ca, createConnection: connectWithin(ms) }
  const manager = new Http2SessionManager(url, { pingIntervalMs: pingMs, pingTimeoutMs: pingMs }, options)
  onTestFinished(() => manager.abort())
  const sessions = caughtSessionErrors(manager)
  const ask = async () => (await sessions.request('POST', '/', {}, {})).on('error', () => {})
  return { ask }
}

/** Asks until a connection was established in time: on a busy machine that may take more than one. */
async function established(ask: () => Promise<ClientHttp2Stream>): Promise<ClientHttp2Stream> {
  for (;;) {
    const stream = await ask().catch(() => undefined)
    if (stream !== undefined) return stream
  }
}

/** Waits until a connection counts as idle: a call has it verified by a ping then. */
async function pass(ms: number): Promise<void> {
  const since = performance.now()
  await expect.poll(() => performance.now() - since).toBeGreaterThan(ms)
}

test('a connection that freezes while it is idle fails the next call when it cannot be established again', async () => {
  const { state, url } = await frozenAtWill()
  const { ask } = sessionsOf(url, 200, 200)
  const first = await established(ask)
  first.resume().close()
  await once(first, 'close')
  state.isFrozen = true
  await pass(300)
  await expect(ask()).rejects.toThrow(REFUSAL)
  expect(state.connections).toBeGreaterThan(1)
  state.isFrozen = false
  await established(ask)
})

test('a connection that is established is kept', async () => {
  const { state, url } = await frozenAtWill()
  const { ask } = sessionsOf(url, 1000, 60_000)
  const stream = await established(ask)
  const { connections } = state
  await once(stream, 'data')
  await pass(1500)
  expect([stream.destroyed, state.connections]).toEqual([false, connections])
})
