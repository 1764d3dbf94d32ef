import http2 from 'node:http2'
import { type AddressInfo, connect as netConnect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import type { Directory } from '../../services/kernel/identity/directory.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { startService } from '../../services/kernel/service.ts'
import { unauthenticatedStreams } from '../../services/kernel/transport/limits/unauthenticated-streams.ts'
import type { Routes } from '../../services/kernel/transport/routes.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { CANCEL, frame, headers, PREFACE } from './support/frames.ts'
import { makeMicroservice } from './support/microservice.ts'
import { status, stub } from './support/stub.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
})
afterAll(() => at.stop())

const GRPC = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers' }
const EMPTY = Buffer.alloc(5)
const WATCH = '/grpc.health.v1.Health/Watch'
const CHECK = '/grpc.health.v1.Health/Check'
const LIST = `/${IncidentService.typeName}/ListIncidents`

function connect(url: string): http2.ClientHttp2Session {
  const session = http2.connect(url)
  session.on('error', () => {})
  return session
}

function startAlone(options: { directory?: Directory; routes?: Routes; ready?: () => Promise<void> }) {
  return startService({
    ...{ name: 'ledger', cfg: { listen: { host: '127.0.0.1', port: 0 }, serverTls: undefined } },
    ...{ routes: () => {}, directory: {} as Directory, clock: systemClock, log: silentLog },
    ...{ ready: async () => {}, stop: async () => {} },
    ...options,
  })
}

function endOf(session: http2.ClientHttp2Session): Promise<void> {
  return new Promise((resolve) => session.once('close', resolve))
}

/** Opens streams. Returns how many began to be answered, and how many were refused or reset. */
function open(session: http2.ClientHttp2Session, path: string, count: number, body?: Buffer) {
  const seen = { answered: 0, refused: 0 }
  for (let i = 0; i < count && !session.destroyed; i++) {
    const stream = session.request({ ...GRPC, ':path': path })
    stream.on('response', () => (seen.answered += 1)).on('data', () => {})
    stream.on('error', () => (seen.refused += 1))
    if (body !== undefined) stream.end(body)
  }
  return seen
}

test('a connection may have eight open Watch or reflection streams, and more are refused', async () => {
  const session = connect(at.urls.ledger!)
  const seen = open(session, WATCH, 40, EMPTY)
  await expect.poll(() => seen).toEqual({ answered: 8, refused: 32 })
  session.destroy()
  const again = connect(at.urls.ledger!)
  const after = open(again, WATCH, 1, EMPTY)
  await expect.poll(() => after.answered).toBe(1)
  again.destroy()
})

test('a service is checked at most once a second, however many watch it', async () => {
  let looked = 0
  const began = performance.now()
  const running = await startAlone({
    ready: async () => {
      looked += 1
      await sleep(0)
    },
  })
  const sessions = Array.from({ length: 20 }, () => connect(running.url!))
  const seen = sessions.map((session) => open(session, WATCH, 8, EMPTY))
  const answered = (): number => seen.reduce((sum, one) => sum + one.answered, 0)
  await expect.poll(answered).toBe(160)
  const before = looked
  await expect.poll(() => looked).toBeGreaterThan(before + 1)
  // Fewer than one for each of the 160, however long the machine took.
  expect(looked).toBeLessThan(10 + (performance.now() - began) / 1000)
  for (const session of sessions) session.destroy()
  await running.destroy()
})

test('an unauthenticated connection that opens and abandons streams is closed, and no other is', async () => {
  const payroll = await makeMicroservice(at)
  const known = stub(at.urls.ledger!)
  const call = { token: payroll.token, organization: at.organization.id }
  const list = IncidentService.method.listIncidents
  expect((await known.unary(list, {}, call)).code).toBe(status.OK)
  const attackers = Array.from({ length: 4 }, () => connect(at.urls.ledger!))
  const ended = Promise.all(attackers.map((session) => endOf(session)))
  for (const session of attackers) {
    for (let i = 0; i < 900 && !session.destroyed; i++) {
      const stream = session.request({ ...GRPC, ':path': CHECK })
      stream.on('error', () => {})
      stream.end(EMPTY)
      stream.close(http2.constants.NGHTTP2_CANCEL)
    }
  }
  await ended
  expect((await known.unary(list, {}, call)).code).toBe(status.OK)
  // A new connection that shows a credential gets in, though the address has used up what it may ask without one.
  const other = stub(at.urls.ledger!)
  expect((await other.unary(list, {}, call)).code).toBe(status.OK)
  known.close()
  other.close()
})

test('an unauthenticated connection whose bodies never end is closed', async () => {
  const session = connect(at.urls.gate!)
  const ended = endOf(session)
  open(session, LIST, 900)
  await ended
})

test('the calls of a connection without a valid credential are checked one at a time', async () => {
  const looks = { now: 0, most: 0, all: 0 }
  const directory: Directory = {
    client: async () => {
      looks.now += 1
      looks.all += 1
      looks.most = Math.max(looks.most, looks.now)
      await sleep(1)
      looks.now -= 1
      throw new DomainError(Reason.UNAUTHENTICATED, 'the service client token is not valid')
    },
    session: () => Promise.reject(new Error('is not asked for')),
    record: async () => {},
  }
  const running = await startAlone({ directory, routes: (sink) => sink.service(IncidentService, {}) })
  const session = connect(running.url!)
  for (let i = 0; i < 60; i++) {
    const stream = session.request({ ...GRPC, ':path': LIST, authorization: 'Bearer atc_x' })
    stream.on('error', () => {}).resume()
    stream.end(EMPTY)
  }
  await expect.poll(() => looks).toMatchObject({ all: 60, most: 1 })
  session.destroy()
  await running.destroy()
})

test('an authenticated connection may open all its streams at once', async () => {
  const payroll = await makeMicroservice(at)
  const client = stub(at.urls.ledger!)
  const call = { token: payroll.token, organization: at.organization.id }
  const calls = Array.from({ length: 400 }, () =>
    client.unary(IncidentService.method.listIncidents, {}, call),
  )
  expect((await Promise.all(calls)).filter(({ code }) => code !== status.OK)).toEqual([])
  client.close()
})

test.each([
  ['of anybody', false],
  ['of a connection of which a call was authenticated', true],
])('a stream %s that is reset in the same packet is not served', async (_, isKnown) => {
  let served = 0
  const first = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const { before, authenticated } = unauthenticatedStreams(() => !isKnown)
  const listener = before((request, response) => {
    if (request.url === '/first') {
      if (isKnown) authenticated(request.stream.session!, { id: '', isTrusted: true })
      response.end()
      first.resolve()
    } else if (request.url === '/last') {
      response.end()
      ended.resolve()
    } else served += 1
  })
  const server = http2.createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const socket = netConnect(port, '127.0.0.1')
  socket.write(Buffer.concat([PREFACE, frame(4, 0, 0), headers(1, '/first')]))
  await first.promise
  const streams = Array.from({ length: 50 }, (_, i) => 2 * i + 3)
  const reset = streams.flatMap((id) => [
    headers(id, '/grpc.health.v1.Health/Check'),
    frame(3, 0, id, CANCEL),
  ])
  socket.write(Buffer.concat([...reset, headers(103, '/last')]))
  await ended.promise
  socket.destroy()
  server.close()
  // The packet may be read in two parts.
  expect(served).toBeLessThan(10)
})
