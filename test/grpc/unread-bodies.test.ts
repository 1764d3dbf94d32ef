import { once } from 'node:events'
import http2 from 'node:http2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import type { RunningServer } from '../../services/kernel/transport/server/http2-server.ts'
import { serveIncidents } from './support/peers.ts'

let server: RunningServer
beforeAll(async () => {
  server = await serveIncidents(
    {},
    {
      gate: async () => {
        throw new DomainError(Reason.UNAUTHENTICATED, 'the service client token is not valid')
      },
    },
  )
})
afterAll(() => server.close())

const UNKNOWN = '/attestry.ledger.v1.IncidentService/Unknown'
const LIST = '/attestry.ledger.v1.IncidentService/ListIncidents'

/** Calls without ending the body, and waits until the answer is complete. */
async function answered(session: http2.ClientHttp2Session, path: string, type = 'application/json') {
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': type })
  stream.resume()
  stream.on('error', () => {})
  await once(stream, 'end')
  return stream
}

/** Everything that the server sent before its answer to a ping has then arrived; twice, for what it sends once an answer has left. */
async function settled(session: http2.ClientHttp2Session): Promise<void> {
  for (let n = 0; n < 2; n++) await new Promise((resolve) => session.ping(resolve))
}

async function withSession(work: (session: http2.ClientHttp2Session) => Promise<void>): Promise<void> {
  const session = http2.connect(server.url)
  try {
    await work(session)
  } finally {
    session.destroy()
  }
}

test.each([
  [UNKNOWN, 'application/json'],
  [UNKNOWN, 'application/grpc'],
  [LIST, 'application/json'],
  [LIST, 'application/grpc'],
  [LIST, 'text/plain'],
])('a caller refused while sending keeps its answer, and may send the rest: %s, %s', (path, type) =>
  withSession(async (session) => {
    const stream = await answered(session, path, type)
    await settled(session)
    expect(stream.closed).toBe(false)
    stream.end('{}')
    await once(stream, 'close')
    expect(stream.rstCode).toBe(http2.constants.NGHTTP2_NO_ERROR)
  }),
)

test('a refused caller’s stream is reset once it sends more than a window', () =>
  withSession(async (session) => {
    const stream = await answered(session, UNKNOWN)
    stream.write(Buffer.alloc(65_535))
    await settled(session)
    expect(stream.closed).toBe(false)
    stream.write(Buffer.alloc(65_535))
    await expect.poll(() => stream.closed).toBe(true)
  }))

test('eight refused streams of a connection wait for their bodies, and further ones are reset', () =>
  withSession(async (session) => {
    const streams: http2.ClientHttp2Stream[] = []
    for (let n = 0; n < 9; n++) streams.push(await answered(session, UNKNOWN))
    await expect.poll(() => streams[8]!.closed).toBe(true)
    expect(streams.slice(0, 8).every(({ closed }) => !closed)).toBe(true)
    streams[0]!.end()
    await once(streams[0]!, 'close')
    await settled(session)
    const next = await answered(session, UNKNOWN)
    await settled(session)
    expect(next.closed).toBe(false)
  }))
