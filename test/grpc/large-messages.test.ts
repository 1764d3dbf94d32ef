import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { create } from '@bufbuild/protobuf'
import { Code, createConnectRouter } from '@connectrpc/connect'
import { afterEach, expect, test } from 'vitest'
import { CallerSchema } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { callerKey } from '../../services/kernel/identity/caller.ts'
import { fromNetwork, originKey } from '../../services/kernel/identity/origin.ts'
import { adapter } from '../../services/kernel/transport/server/adapter.ts'
import { MESSAGE_BYTES } from '../../services/kernel/transport/wire.ts'
import { closeAll, found, serve } from './support/peers.ts'

const MIB = 1024 * 1024
const LARGE = new Uint8Array(8 * MIB)
/** Bytes of the answer with it. */
const ANSWER = 8 * MIB + 5
const GET = `/${IncidentWorkService.typeName}/GetIncidentAttachment`

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) one.close()
  await closeAll()
})

/** A port behind which every caller is the microservice that its `client` header names. A call without a message is answered with 8 MiB. */
async function served(): Promise<string> {
  const router = createConnectRouter({
    acceptCompression: [],
    requestGate: (call) => {
      const id = call.requestHeader.get('client') ?? ''
      call.values.set(originKey, fromNetwork('untrusted'))
      call.values.set(callerKey, create(CallerSchema, { actor: { id } }))
    },
  })
  router.service(IncidentWorkService, {
    getIncidentAttachment: ({ id }) => ({ content: id === '' ? LARGE : new Uint8Array() }),
  })
  const server = http2.createServer(adapter(router, () => 64 * MIB))
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A connection; `window` bytes of an answer may be sent before they are taken. */
function connect(url: string, window: number): http2.ClientHttp2Session {
  const session = http2.connect(url, { settings: { initialWindowSize: window } })
  session.on('error', () => {}).on('connect', () => session.setLocalWindowSize(512 * MIB))
  open.push({ close: () => session.destroy() })
  return session
}

/** The bytes of the answer to a call with a message of some bytes, or how its stream ended. */
function call(session: http2.ClientHttp2Session, client: string, bytes = 0): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { ':method': 'POST', ':path': GET, 'content-type': 'application/proto', client }
    const stream = session.request(headers)
    let taken = 0
    stream.on('data', (chunk: Buffer) => (taken += chunk.length))
    stream.on('error', () => {})
    stream.on('close', () => resolve(stream.rstCode === 0 ? taken : `reset ${stream.rstCode}`))
    const note = Buffer.alloc(bytes, 0x61)
    stream.end(bytes === 0 ? note : Buffer.concat([Buffer.of(0x0a, ...varint(bytes)), note]))
  })
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

test('messages of answered calls are released, so that a microservice may send any number', async () => {
  const session = connect(await served(), 16 * MIB)
  const answers: (number | string)[] = []
  for (let n = 0; n < 30; n++) answers.push(await call(session, 'steady', 8 * MIB))
  expect(new Set(answers)).toEqual(new Set([0]))
})

test('unread answers beyond 128 MiB lose the microservice its oldest one, and no other service’s', async () => {
  const url = await served()
  const other = connect(url, 16 * MIB)
  const greedy = connect(url, 0)
  const ended: (number | string)[] = []
  const calls = Array.from({ length: 30 }, () =>
    call(greedy, 'greedy').then((end) => {
      ended.push(end)
      return end
    }),
  )
  await expect.poll(() => ended.length).toBe(15)
  expect(await call(other, 'other')).toBe(ANSWER)
  greedy.settings({ initialWindowSize: 16 * MIB })
  const all = await Promise.all(calls)
  const reset = `reset ${http2.constants.NGHTTP2_ENHANCE_YOUR_CALM}`
  expect(all.filter((end) => end === reset).length).toBeGreaterThanOrEqual(15)
  expect(all.filter((end) => end === ANSWER).length).toBeGreaterThanOrEqual(14)
})

test('a large request crosses on a stream of its own, and a too large one is refused alone', async () => {
  const { client } = await serve((id) => found(`${id.length}`))
  const sizes = [10, 70_000, 5_000_000]
  const answers = await Promise.all(sizes.map((size) => client.getIncident({ id: 'x'.repeat(size) })))
  expect(answers.map(({ incident }) => incident?.id)).toEqual(sizes.map(String))
  const small = client.getIncident({ id: 'small' })
  await expect(client.getIncident({ id: 'x'.repeat(MESSAGE_BYTES + 1) })).rejects.toMatchObject({
    code: Code.ResourceExhausted,
  })
  expect((await small).incident?.id).toBe('5')
})
