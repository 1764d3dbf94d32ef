import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { smallServer } from './small-server.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends requests on one connection at once. */
async function pipelined(count: number, begin: RequestListener) {
  server = smallServer({ total: 10, perAddress: 10 }, begin).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('error', () => {}).on('data', (chunk) => chunks.push(chunk))
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { socket, closed, answers: () => Buffer.concat(chunks).toString().split('HTTP/1.1 200').length - 1 }
}

test('pipelined requests are worked on one at a time, and all answered', async () => {
  let open = 0
  let most = 0
  const { socket, answers } = await pipelined(100, (_, response) => {
    most = Math.max(most, ++open)
    response.once('close', () => {
      open -= 1
    })
    setImmediate(() => response.end('done'))
  })
  await expect.poll(answers).toBe(100)
  expect(most).toBe(1)
  socket.destroy()
})

test('a connection with too many pipelined requests is closed', async () => {
  let begun = 0
  const { closed } = await pipelined(1400, (_, response) => {
    begun += 1
    setImmediate(() => response.end())
  })
  await closed
  expect(begun).toBeLessThan(1400)
})
