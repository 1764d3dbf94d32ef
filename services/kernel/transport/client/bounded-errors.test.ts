import type { UniversalClientFn } from '@connectrpc/connect/protocol'
import { expect, test } from 'vitest'
import { boundedErrors } from './bounded-errors.ts'

const MIB = 1024 * 1024

/** An envelope of a stream of Connect: its flags, its length, its bytes. */
function envelope(flags: number, length: number, bytes = Buffer.alloc(length)): Buffer {
  const head = Buffer.alloc(5)
  head[0] = flags
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, bytes])
}

async function taken(status: number, type: string, ...chunks: Uint8Array[]): Promise<number> {
  const answer = { status, header: new Headers({ 'content-type': type }), trailer: new Headers() }
  async function* body() {
    yield* chunks
  }
  const send = boundedErrors((async () => ({ ...answer, body: body() })) as UniversalClientFn)
  const { body: read } = await send({} as Parameters<UniversalClientFn>[0])
  let bytes = 0
  for await (const chunk of read) bytes += chunk.length
  return bytes
}

test('an answer and a stream’s messages are accepted at any size', async () => {
  expect(await taken(200, 'application/proto', Buffer.alloc(3 * MIB))).toBe(3 * MIB)
  const stream = Buffer.concat([envelope(0, 3 * MIB), envelope(2, MIB)])
  expect(await taken(200, 'application/connect+proto', stream)).toBe(stream.length)
})

test('a too large end of a stream is refused by its length, however the stream is split', async () => {
  const stream = Buffer.concat([envelope(0, 7), envelope(2, MIB + 1, Buffer.alloc(20))])
  for (let cut = 0; cut <= 17; cut++) {
    const parts = [stream.subarray(0, cut), stream.subarray(cut)]
    await expect(taken(200, 'application/connect+proto', ...parts)).rejects.toThrow('too large')
  }
  const bytes = Array.from(stream, (_, at) => stream.subarray(at, at + 1))
  await expect(taken(200, 'application/connect+proto', ...bytes)).rejects.toThrow('too large')
})

test('an error of more than 1 MiB is refused', async () => {
  expect(await taken(400, 'application/json', Buffer.alloc(MIB))).toBe(MIB)
  await expect(taken(400, 'application/json', Buffer.alloc(MIB), Buffer.alloc(1))).rejects.toThrow(
    'too large',
  )
})
