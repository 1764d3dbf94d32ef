import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { coalescingMessage } from './coalescing-message.ts'

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

async function received(body: string, rest: (request: IncomingMessage) => Promise<string>) {
  let small = 0
  const server = createServer({ IncomingMessage: coalescingMessage(() => (small += 1)) })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  socket.write(HEAD + body)
  const [request] = await arrived
  socket.write(await rest(request))
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return { pieces, text: Buffer.concat(pieces).toString(), small: () => small }
}

test('unread chunks of one byte are joined instead of held one by one', async () => {
  const letters = Array.from({ length: 60_000 }, (_, n) => 'abcdefghij'[n % 10]!)
  const { pieces, text, small } = await received(letters.map(chunk).join(''), async (request) => {
    // Waits until the stream holds as much as it may without a reader, or the whole body.
    for (let n = 0; n < 2000 && request.readableLength < 50_000; n++) await sleep(10)
    return '0\r\n\r\n'
  })
  expect(text).toBe(letters.join(''))
  // Each piece is the result of one read of the socket.
  expect(pieces.length).toBeLessThan(1000)
  expect(small()).toBe(60_000 / 25 - 0)
})

test.each([
  ['large and small chunks in turn', ['a', 'b', 'c'.repeat(5000), 'd', 'e', 'f'.repeat(20_000), 'g']],
  ['one chunk', ['{}']],
  ['no chunk', []],
])('a body arrives as it was sent: %s', async (_, chunks) => {
  const { text } = await received('', async () => `${chunks.map(chunk).join('')}0\r\n\r\n`)
  expect(text).toBe(chunks.join(''))
})
