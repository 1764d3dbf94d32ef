import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { semaphore } from '../../../services/kernel/concurrency/semaphore.ts'
import { abortOnDisconnect, clientGone } from './client-gone.ts'

const server = http.createServer()
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

/** A request whose client goes away once `served` has begun. */
async function leave(served: (response: ServerResponse) => Promise<unknown>): Promise<unknown> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const answered = served(response)
  socket.destroy()
  return await answered
}

test('a client that leaves while its call waits is answered 499, not as a failure', async () => {
  const places = semaphore({
    what: 'lists',
    places: 1,
    placesPerOwner: 1,
    waiting: 1,
    waitingPerOwner: 1,
    retryAfter: 1,
  })
  await places.acquire('a')
  const error = await leave((response) =>
    places.acquire('a', abortOnDisconnect({ response })).catch((thrown) => clientGone({ response }, thrown)),
  )
  expect(error).toMatchObject({ status: 499, code: 'client_closed_request' })
})

test('another error of a call whose client has left is a failure', async () => {
  const error = await leave(async (response) => {
    await once(response, 'close')
    return clientGone({ response }, new Error('fault'))
  })
  expect(error).toBeUndefined()
})

test('an abort while the client is connected is a failure', async () => {
  const { response } = { response: new http.ServerResponse(new http.IncomingMessage(null as never)) }
  expect(clientGone({ response }, new DOMException('aborted', 'AbortError'))).toBeUndefined()
})
