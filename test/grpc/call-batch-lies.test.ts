import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { Code, createClient } from '@connectrpc/connect'
import { afterEach, expect, test } from 'vitest'
import { ExchangeCallsResponseSchema } from '../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { PENDING_BYTES } from '../../services/kernel/transport/call-batch/limits.ts'
import { remoteTransport } from '../../services/kernel/transport/client/remote-transport.ts'
import { closeAll, closeLater } from './support/peers.ts'

afterEach(closeAll)

type Response = MessageInitShape<typeof ExchangeCallsResponseSchema>

test.each<[string, Response[]]>([
  ['says nothing', [{}]],
  ['answers a call again and again', [1, 1, 1].map((id) => ({ answers: [{ id }] }))],
  ['answers calls that were not made', [{ answers: [{ id: 7 }, { id: 8 }, { id: 9 }] }]],
  ['is draining again and again', [{ draining: true }, { draining: true }]],
])('a batch client gives up a stream whose server %s', async (_, responses) => {
  const { client, paths } = await lying(responses.map((one) => enveloped(message(one))))
  const calls = await Promise.allSettled(['a', 'b'].map((id) => client.getIncident({ id })))
  expect(calls.filter(({ status }) => status === 'rejected').at(-1)).toMatchObject({
    reason: { code: Code.Internal, rawMessage: 'the service answers what was not asked' },
  })
  expect(paths).toEqual([EXCHANGE])
})

test('a batch client does not read a message larger than all that may wait', async () => {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(PENDING_BYTES + 1, 1)
  const { client } = await lying([prefix])
  await expect(client.getIncident({ id: 'a' })).rejects.toMatchObject({ code: Code.ResourceExhausted })
})

test.each<[string, Buffer]>([
  ['answers calls by the million', Buffer.alloc(800_000, Buffer.from([0x0a, 0]))],
  ['answers with millions of things', listed(Buffer.alloc(800_000, Buffer.from([0x0a, 0])))],
])('a batch client refuses a service that %s', async (_, bytes) => {
  const { client } = await lying([enveloped(bytes)])
  await expect(client.listIncidents({})).rejects.toMatchObject({
    code: Code.Internal,
    rawMessage: 'the answer of the service has too many parts',
  })
})

test('a batch client does not resend calls to a server that has answered others of the stream', async () => {
  const unimplemented = Buffer.from(JSON.stringify({ error: { code: 'unimplemented' } }))
  const { client, paths } = await lying([
    enveloped(message({ answers: [{ id: 1 }] })),
    enveloped(unimplemented, END_OF_STREAM),
  ])
  const [first, second] = await Promise.allSettled(['a', 'b'].map((id) => client.getIncident({ id })))
  expect(first).toMatchObject({ status: 'fulfilled' })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: Code.Unimplemented } })
  expect(paths).toEqual([EXCHANGE])
})

/** A client of a server that sends the given bytes on each stream, and ends it. */
async function lying(parts: Buffer[]) {
  const paths: string[] = []
  const server = http2.createServer()
  server.on('stream', (stream, headers) => {
    paths.push(headers[':path'] ?? '')
    stream.on('error', () => {})
    stream.respond({ ':status': 200, 'content-type': 'application/connect+proto' })
    stream.once('data', () => stream.end(Buffer.concat([...parts, enveloped(END, END_OF_STREAM)])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const transport = remoteTransport({ baseUrl: `http://127.0.0.1:${port}`, token: 'atc_test' })
  return { client: createClient(IncidentService, transport), paths }
}

function message(response: Response): Uint8Array {
  return toBinary(ExchangeCallsResponseSchema, create(ExchangeCallsResponseSchema, response))
}

/** The message that answers the first call with an answer of these bytes. */
function listed(value: Uint8Array): Buffer {
  return Buffer.from(message({ answers: [{ id: 1, result: { case: 'message', value } }] }))
}

function enveloped(bytes: Uint8Array, flags = 0): Buffer {
  const prefix = Buffer.alloc(5)
  prefix[0] = flags
  prefix.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([prefix, bytes])
}

const END_OF_STREAM = 2
const END = Buffer.from('{}')
const EXCHANGE = '/attestry.common.v1.CallBatchService/ExchangeCalls'
