import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import type { RunningServer } from '../../services/kernel/transport/server/http2-server.ts'
import { DATA, END_STREAM, frame, headers, PREFACE, SETTINGS } from './support/frames.ts'
import { serveIncidents } from './support/peers.ts'

let server: RunningServer
beforeAll(async () => {
  const gate = async () => {
    throw new DomainError(Reason.UNAUTHENTICATED, 'the service client token is not valid')
  }
  server = await serveIncidents({}, { gate })
})
afterAll(() => server.close())

const CALL = { 'content-type': 'application/json', authorization: 'Bearer atc_x' }
const WINDOWS_OF_NOTHING = frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]))
const LARGE = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`x-${i}`, 'x'.repeat(100)]))

test.each([
  ['500 calls', 500, {}],
  ['90 calls with 9 KB of headers each', 90, LARGE],
])('a connection of %s that does not read its refusals is closed', async (_, count, more) => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).resume()
  const calls = Array.from({ length: count }, (_, n) => [
    headers(2 * n + 1, '/attestry.ledger.v1.IncidentService/ListIncidents', { ...CALL, ...more }, 0),
    frame(DATA, END_STREAM, 2 * n + 1, Buffer.from('{}')),
  ])
  socket.write(Buffer.concat([PREFACE, WINDOWS_OF_NOTHING, ...calls.flat()]))
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})
