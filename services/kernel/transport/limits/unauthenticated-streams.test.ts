import { EventEmitter } from 'node:events'
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unauthenticatedStreams } from './unauthenticated-streams.ts'

test('unauthenticated streams of one connection do not delay those of another', async () => {
  const served: string[] = []
  const streams = unauthenticatedStreams(() => false)
  const listener = streams.before((request) => {
    served.push(request.url!)
    if (request.url === 'first') streams.authenticated(request.stream.session!, { id: '', isTrusted: true })
  })
  const connection = () => {
    const session = { destroyed: false } as Http2Session
    return (url: string): void => {
      const stream = { session, destroyed: false, closed: false, once: () => stream }
      const request = {
        url,
        stream,
        rawHeaders: [],
        headers: { authorization: 'Bearer x' },
        socket: {},
      } as unknown
      listener(request as Http2ServerRequest, { once: () => {} } as unknown as Http2ServerResponse)
    }
  }
  const [busy, other] = [connection(), connection()]
  busy('first')
  other('first')
  // Streams that came before the first was accepted wait for their turn too.
  for (let n = 0; n < 20; n++) other(`early ${n}`)
  await turn()
  expect(served.filter((url) => url.startsWith('early')).length).toBeLessThan(20)
  while (served.length < 22) await turn()
  for (let n = 0; n < 100; n++) busy(`busy ${n}`)
  other('other')
  while (served.length < 123) await turn()
  expect(served.indexOf('other')).toBeLessThan(30)
  expect(served.at(-1)).toBe('busy 99')
})

test.each([
  ['those of a service client', { id: 'client', isTrusted: false }, true],
  ['those of a network', undefined, true],
  ['none of a process of this installation', { id: 'process', isTrusted: true }, false],
])('the oldest of open streams are closed beyond 128 MiB: %s', async (_, client, areClosed) => {
  const streams = unauthenticatedStreams(() => false)
  const listener = streams.before((request) => {
    if (client !== undefined) streams.authenticated(request.stream.session!, client)
  })
  /** Opens a stream on a connection of its own, which has been authenticated where the caller can be, with a header of 400 KiB. */
  const open = async () => {
    const session = { destroyed: false }
    const send = (header: string) => {
      const stream = Object.assign(new EventEmitter(), {
        ...{ session, destroyed: false, closed: false },
        close: () => stream.emit('close'),
      })
      stream.once('close', () => {
        stream.closed = true
      })
      const request = {
        url: '',
        stream,
        rawHeaders: [header],
        headers: { authorization: 'x' },
        socket: ELSEWHERE,
      }
      listener(request as unknown as Http2ServerRequest, new EventEmitter() as Http2ServerResponse)
      return stream
    }
    const first = send('')
    await turn()
    first.close()
    return send(LARGE)
  }
  const opened = []
  for (let n = 0; n < 400; n++) opened.push(await open())
  const closed = opened.filter((stream) => stream.closed)
  expect(closed).toEqual(areClosed ? opened.slice(0, closed.length) : [])
  expect(closed.length > 0).toBe(areClosed)
  for (const stream of opened) if (!stream.closed) stream.close()
})

const ELSEWHERE = { remoteAddress: '192.0.2.1' }
const LARGE = 'x'.repeat(400 * 1024)

test.each([
  ['first calls of new connections', false],
  ['calls of a service client', true],
])(
  'a turn of the event loop serves few of the %s, however many connections make them on however many ports',
  async (_, known) => {
    let served = 0
    const listeners = Array.from({ length: 4 }, () => {
      const streams = unauthenticatedStreams(() => false)
      return streams.before((request) => {
        served += 1
        if (known) streams.authenticated(request.stream.session!, { id: 'client', isTrusted: false })
      })
    })
    const call = (session: unknown, n: number): void => {
      const stream = { session, destroyed: false, closed: false, once: () => stream }
      const request = { url: '', stream, rawHeaders: [], headers: { authorization: 'x' }, socket: ELSEWHERE }
      const response = new EventEmitter() as Http2ServerResponse
      listeners[n % 4]!(request as unknown as Http2ServerRequest, response)
    }
    const sessions = Array.from({ length: 40 }, () => ({ destroyed: false }))
    const servedInATurn = async (): Promise<number> => {
      const before = served
      await turn()
      return served - before
    }
    sessions.forEach(call)
    let most = await servedInATurn()
    while (served < 40) most = Math.max(most, await servedInATurn())
    expect(most).toBeLessThanOrEqual(8)
    if (!known) return
    sessions.forEach(call)
    most = 0
    while (served < 64) most = Math.max(most, await servedInATurn())
    expect(most).toBeLessThanOrEqual(2)
    // Those of few connections are served faster.
    expect(await servedInATurn()).toBe(8)
  },
)

test('an address that floods gets no full bucket because many others call', () => {
  const listener = unauthenticatedStreams(() => false).before(() => {})
  /** Opens a stream without a credential on a new connection. @returns whether the connection stays */
  const stays = (remoteAddress: string): boolean => {
    const session = { destroyed: false, goaway: () => {}, destroy: () => (session.destroyed = true) }
    const stream = Object.assign(new EventEmitter(), { session, destroyed: false, closed: false })
    const request = { url: '', stream, rawHeaders: [], headers: {}, socket: { remoteAddress } }
    listener(request as unknown as Http2ServerRequest, new EventEmitter() as Http2ServerResponse)
    stream.closed = true
    stream.emit('close')
    return !session.destroyed
  }
  const flood = (): number => {
    let streams = 0
    while (stays('192.0.2.1')) streams += 1
    return streams
  }
  expect(flood()).toBeGreaterThanOrEqual(1024)
  const emptied = performance.now()
  for (let n = 0; n < 10_000; n++) stays(`10.0.${n >> 8}.${n & 255}`)
  const refilled = flood()
  expect(refilled).toBeLessThanOrEqual((128 * (performance.now() - emptied)) / 1000 + 1)
})
