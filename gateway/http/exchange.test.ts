import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { bodyBudgets } from './bodies/body-budget.ts'
import { answer } from './exchange.ts'

/** The bytes that wait on the connection of a client that reads nothing, right after an answer with this text. */
async function waitingFor(text: string): Promise<{ waiting: number; counted: number | undefined }> {
  const answered = Promise.withResolvers<{ waiting: number; counted: number | undefined }>()
  const server = http.createServer((request, response) => {
    const exchange = {
      ...{ request, response, requestId: 'x', head: [], clientAddress: '127.0.0.1', bodies: bodyBudgets() },
      answerBytes: undefined as number | undefined,
    }
    answer(exchange, 200, text)
    answered.resolve({ waiting: request.socket.writableLength, counted: exchange.answerBytes })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client: Socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const found = await answered.promise
  client.destroy()
  server.close()
  return found
}

test('a large unread answer waits as bytes, which the engine counts, not as text', async () => {
  const characters = 8_000_000
  const { waiting, counted } = await waitingFor('字'.repeat(characters))
  expect(counted).toBe(3 * characters)
  // A connection counts the characters of text.
  expect(waiting).toBeGreaterThanOrEqual(3 * characters)
})
