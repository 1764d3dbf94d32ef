import { once } from 'node:events'
import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requestPipeline } from './request-pipeline.ts'

/** Sends requests on one connection at once. @returns what each of them counts for */
async function parsedOf(lines: number, requests: number): Promise<number[]> {
  const counted: number[] = []
  const pipeline = requestPipeline(
    (_, response) => void setImmediate(() => response.end()),
    (_, count) => counted.push(count),
  )
  const server = createServer({ maxHeaderSize: 32_768 }, pipeline.take).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const header = Array.from({ length: lines - 1 }, (_, n) => `X-${n}: a\r\n`).join('')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n`.repeat(requests))
  await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(requests)
  return counted
}

test('a pipelined request counts once, and the first one of a connection not', async () => {
  expect(await parsedOf(32, 3)).toEqual([1, 1])
})

test('header lines beyond those of usual clients count as further requests, also in the first one', async () => {
  expect(await parsedOf(232, 3)).toEqual([25, 26, 26])
})
