import { create } from '@bufbuild/protobuf'
import { ConnectError, createContextValues } from '@connectrpc/connect'
import type { UniversalServerRequest } from '@connectrpc/connect/protocol'
import { expect, test } from 'vitest'
import { CallerSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { EvaluationService } from '../../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { callerKey } from '../../identity/caller.ts'
import { fromNetwork, originKey } from '../../identity/origin.ts'
import { holdMessages } from './direct-messages.ts'
import { unreadKey } from './message-limit.ts'

const MIB = 1024 * 1024
const method = EvaluationService.method.submitEvaluations

function called(
  client: string,
  body: AsyncIterable<Uint8Array>,
  { type = 'application/grpc', origin = 'untrusted' as 'untrusted' | 'trusted' } = {},
) {
  const values = createContextValues()
    .set(originKey, fromNetwork(origin))
    .set(callerKey, create(CallerSchema, { actor: { id: client } }))
  const header = new Headers({ 'content-type': type })
  const request = { body, header, contextValues: values } as unknown as UniversalServerRequest
  const { request: held, release } = holdMessages(request, method)
  const read = async (): Promise<Uint8Array[]> => {
    const chunks: Uint8Array[] = []
    for await (const chunk of held.body as AsyncIterable<Uint8Array>) chunks.push(chunk)
    return chunks
  }
  return { read, release, values }
}

async function* pieces(...sent: Uint8Array[]) {
  yield* sent
}

/** A message of so many bytes and no parts, with its prefix. */
function envelopeOf(length: number): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 0, length]),
    Buffer.from([0x1a, length - 2]),
    Buffer.alloc(length - 2),
  ])
}

/** Yields the same memory again and again, and does not end. */
async function* unfinished(mib: number) {
  const piece = Buffer.alloc(MIB)
  for (let n = 0; n < mib; n++) yield piece
  await new Promise(() => {})
}

const turns = async (): Promise<void> => {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
}

test('a message arrives whole, however it is split', async () => {
  const envelope = Buffer.from([0, 0, 0, 0, 4, 0x0a, 2, 0x32, 0])
  const { read, release } = called('a', pieces(...[...envelope].map((byte) => Buffer.of(byte))))
  expect(await read()).toEqual([envelope])
  release()
})

test.each<[string, string, Buffer]>([
  ['binary', 'application/proto', Buffer.alloc(4 * MIB, Buffer.from([0x0a, 0]))],
  [
    'gRPC',
    'application/grpc+proto',
    Buffer.concat([Buffer.from([0, 0, 0x40, 0, 0]), Buffer.alloc(4 * MIB, Buffer.from([0x0a, 0]))]),
  ],
  ['unknown fields', 'application/proto', Buffer.alloc(6 * MIB, Buffer.from([0xf8, 0x3f, 0]))],
  ['JSON', 'application/json', Buffer.from(`{"evaluations":[${'{},'.repeat(700_000)}{}]}`)],
  [
    'JSON by gRPC',
    'application/grpc+json',
    Buffer.concat([Buffer.from([0, 0, 0x10, 0, 0]), Buffer.alloc(MIB, '[')]),
  ],
])('a message with too many parts is refused before it is decoded: %s', async (_, type, body) => {
  const { read, values, release } = called('a', pieces(body), { type })
  const error = ConnectError.from(await read().catch((thrown) => thrown))
  expect(error.rawMessage).toBe('a message may have at most 300000 parts: send fewer at once')
  expect(values.get(unreadKey)).toBeDefined()
  release()
  // Calls of the installation itself were checked at their entry point.
  const trusted = called('a', pieces(body), { type, origin: 'trusted' })
  expect(await trusted.read()).toEqual([body])
})

test.each([
  ['empty messages', Buffer.alloc(MIB), 10],
  ['a message, and empty ones', Buffer.concat([envelopeOf(9), Buffer.alloc(MIB)]), 19],
  ['a message that is cut', envelopeOf(9).subarray(0, 12), 12],
  ['a message and a prefix that is cut', Buffer.concat([envelopeOf(9), Buffer.alloc(3)]), 17],
  ['no message', Buffer.alloc(0), 0],
])('of %s only the first two messages are read, as a call has one', async (_, body, bytes) => {
  for (const type of ['application/grpc', 'application/grpc-web+proto']) {
    const { read, release } = called('a', pieces(body), { type })
    expect(Buffer.concat(await read())).toEqual(body.subarray(0, bytes))
    release()
  }
})

test('a JSON message has the size limit of REST bodies', async () => {
  const { read, release } = called('a', pieces(Buffer.alloc(17 * MIB, ' ')), { type: 'application/json' })
  expect(ConnectError.from(await read().catch((thrown) => thrown)).rawMessage).toContain('16777216 bytes')
  release()
})

test('the client with the most incomplete messages loses its oldest', async () => {
  const refused: string[] = []
  const open = (client: string, mib: number) => {
    const call = called(client, unfinished(mib))
    call.read().catch((error) => refused.push(`${client}: ${ConnectError.from(error).rawMessage}`))
    return call
  }
  const calls = [open('small', 30), ...Array.from({ length: 3 }, () => open('large', 50))]
  await turns()
  for (let n = 0; n < 200; n++) await turns()
  expect(refused).toEqual([])
  calls.push(open('other', 20))
  for (let n = 0; n < 200; n++) await turns()
  expect(refused).toEqual(['large: too many messages at once'])
  for (const { release } of calls) release()
})
