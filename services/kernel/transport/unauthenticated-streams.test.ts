import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unauthenticatedStreams } from './unauthenticated-streams.ts'

test('streams of one connection do not keep those of another waiting', async () => {
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
