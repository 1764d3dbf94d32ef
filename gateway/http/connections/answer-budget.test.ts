import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { answerBudget } from './answer-budget.ts'

test('an unread answer is dropped with its connection, and one that is read arrives whole', async () => {
  const impatient = answerBudget({ stallMs: 200 })
  const usual = answerBudget()
  const size = 24 * 1024 * 1024
  const body = Buffer.alloc(size, 0x61)
  const answers: ServerResponse[] = []
  const server = http.createServer((request, response) => {
    answers.push(response)
    response.writeHead(200, { 'content-length': size }).end(body)
    const lookAfter = answers.length === 1 ? impatient : usual
    lookAfter({ request, response, clientAddress: '127.0.0.1', answerBytes: size })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (): net.Socket => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
    return socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
  }
  const unread = ask().pause()
  // Without the limit this waits until the test's own time is over.
  await expect.poll(() => answers[0]?.destroyed).toBe(true)
  expect(answers[0]!.writableFinished).toBe(false)
  let taken = 0
  const reading = ask().on('data', (chunk: Buffer) => {
    taken += chunk.length
  })
  await expect.poll(() => taken).toBeGreaterThan(size)
  expect(answers[1]!.writableFinished).toBe(true)
  for (const socket of [unread, reading]) socket.destroy()
  server.close()
})
