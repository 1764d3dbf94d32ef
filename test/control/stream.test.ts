import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { sendAnswer } from '../../gateway/control/send-answer.ts'
import { bodyBudgets } from '../../gateway/http/bodies/body-budget.ts'

async function* chunks(count: number, failAt: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) {
    if (i === failAt) throw new Error('broken')
    yield Buffer.alloc(64 * 1024, i)
  }
}

/** Serves one streamed answer: what a client gets, and what happened on the way. */
async function streamed(failAt: number, leave?: 'early' | 'midway') {
  const happened: string[] = []
  const ended = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const exchange = {
      request,
      response,
      head: [],
      requestId: 'r-1',
      clientAddress: '',
      path: '/',
      query: '',
      bodies: bodyBudgets(),
    }
    const headers = { 'Content-Type': 'application/zip' }
    const record = async () => {
      happened.push('recorded')
      if (leave === 'early') response.destroy()
      if (leave === 'midway') setImmediate(() => response.destroy())
    }
    await sendAnswer(exchange, { status: 200, headers, stream: chunks(20, failAt) }, record).catch(() => {
      happened.push(response.headersSent ? 'broken off' : 'refused')
      if (!response.headersSent) response.writeHead(500).end()
    })
    ended.resolve()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  if (leave !== undefined) {
    await fetch(url)
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined)
    await ended.promise
    server.close()
    return { happened }
  }
  const answer = await fetch(url)
  const bytes = await answer.arrayBuffer().then(
    (buffer) => buffer.byteLength,
    () => 'incomplete',
  )
  server.close()
  return { status: answer.status, type: answer.headers.get('content-type'), bytes, happened }
}

test('a download is logged before its first byte, and arrives whole', async () => {
  expect(await streamed(-1)).toEqual({
    status: 200,
    type: 'application/zip',
    bytes: 20 * 64 * 1024,
    happened: ['recorded'],
  })
})

test('a download that fails before its first byte is answered as an error', async () => {
  expect(await streamed(0)).toMatchObject({ status: 500, happened: ['refused'] })
})

test('a download that fails later breaks off, so that nobody takes a part for the whole', async () => {
  expect(await streamed(10)).toMatchObject({
    status: 200,
    bytes: 'incomplete',
    happened: ['recorded', 'broken off'],
  })
})

test.each(['early', 'midway'] as const)(
  'a download whose client leaves (%s) is not a failure',
  async (leave) => {
    expect(await streamed(-1, leave)).toEqual({ happened: ['recorded'] })
  },
)
