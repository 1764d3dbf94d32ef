import { randomBytes } from 'node:crypto'
import http2 from 'node:http2'
import { create } from '@bufbuild/protobuf'
import { createContextValues } from '@connectrpc/connect'
import type { UniversalServerRequest } from '@connectrpc/connect/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallerSchema } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { callerKey } from '../../services/kernel/identity/caller.ts'
import { fromNetwork, originKey } from '../../services/kernel/identity/origin.ts'
import { holdMessages } from '../../services/kernel/transport/limits/direct-messages.ts'
import { type RunningServer, serveHttp2 } from '../../services/kernel/transport/server/http2-server.ts'

const CONTENT = randomBytes(2_000_000)
const method = IncidentWorkService.method.attachToIncident
const messageOf = (more: object = {}) =>
  Buffer.from(JSON.stringify({ id: 'x', name: 'a', content: CONTENT.toString('base64'), ...more }))

/** A port behind which every caller is an untrusted microservice. */
let server: RunningServer
let received: { name: string; content: Uint8Array }[] = []
beforeAll(async () => {
  server = await serveHttp2({
    listen: { host: '127.0.0.1', port: 0 },
    routes: (sink) =>
      sink.service(IncidentWorkService, {
        attachToIncident: ({ name, content }) => {
          received.push({ name, content })
          return {}
        },
      }),
    interceptors: [],
    ready: async () => {},
    requestGate: async ({ values }) => {
      values.set(originKey, fromNetwork('untrusted'))
      values.set(callerKey, create(CallerSchema, { actor: { id: 'a' } }))
    },
  })
})
afterAll(() => server.close())

async function call(body: Buffer): Promise<{ status: number; text: string }> {
  received = []
  const session = http2.connect(server.url)
  const path = `/${IncidentWorkService.typeName}/AttachToIncident`
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/json',
    authorization: 'Bearer x',
  })
  let status = 0
  stream.on('response', (headers) => {
    status = headers[':status'] ?? 0
  })
  stream.end(body)
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  session.close()
  return { status, text }
}

test('a file in the JSON of a microservice does not reach the decoder of its message', async () => {
  const values = createContextValues()
    .set(originKey, fromNetwork('untrusted'))
    .set(callerKey, create(CallerSchema, { actor: { id: 'a' } }))
  async function* sent() {
    yield messageOf()
  }
  const header = new Headers({ 'content-type': 'application/json' })
  const request = { body: sent(), header, contextValues: values } as unknown as UniversalServerRequest
  const held = holdMessages(request, method)
  let bytes = 0
  for await (const chunk of held.request.body as AsyncIterable<Uint8Array>) bytes += chunk.length
  held.release()
  expect(bytes).toBeLessThan(1000)
})

test('its handler gets the file as it was sent', async () => {
  expect(await call(messageOf())).toMatchObject({ status: 200 })
  expect(received).toHaveLength(1)
  expect(received[0]!.name).toBe('a')
  expect(CONTENT.equals(received[0]!.content)).toBe(true)
})

test.each([
  ['a file that is not base64', messageOf({ content: `${CONTENT.toString('base64')}*` })],
  ['a second file', Buffer.from(`${messageOf().toString().slice(0, -1)},"content":"AAAA"}`)],
  ['a file in another field', messageOf({ other: { content: CONTENT.toString('base64') } })],
])('%s is refused, and nothing of it is repeated', async (_, body) => {
  const { status, text } = await call(body)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(text.length).toBeLessThan(1000)
  expect(received).toEqual([])
})
