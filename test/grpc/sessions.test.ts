import { once } from 'node:events'
import http2 from 'node:http2'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IncidentService, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { entriesBy, type Microservice, makeMicroservice } from './support/microservice.ts'
import { serveIncidents } from './support/peers.ts'
import { status, stub } from './support/stub.ts'

const PATH = `/${IncidentService.typeName}/CreateIncident`
const JSON_TYPE = { 'content-type': 'application/json' }

let at: TestInstallation
let payroll: Microservice
let ledger: string
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  payroll = await makeMicroservice(at)
  ledger = at.urls.ledger!
})
afterAll(() => at.stop())

const credential = (token = payroll.token) => ({
  authorization: `Bearer ${token}`,
  'attestry-organization': at.organization.id,
})

describe('an undecodable message is refused, and logged under the caller’s name', () => {
  test.each([
    ['Connect', 'application/proto', Buffer.of(0xff, 0xff)],
    ['Connect, JSON', 'application/json', Buffer.from('{"title":')],
    ['Connect, JSON with an unknown field', 'application/json', Buffer.from('{"titel":"x"}')],
    ['gRPC', 'application/grpc', Buffer.of(0, 0, 0, 0, 2, 0xff, 0xff)],
    ['gRPC, cut', 'application/grpc', Buffer.of(0, 0, 0, 0, 9, 0x0a)],
    ['gRPC, compressed', 'application/grpc', Buffer.of(1, 0, 0, 0, 1, 0)],
    ['gRPC-Web', 'application/grpc-web+proto', Buffer.of(0, 0, 0, 0, 1, 0xff)],
  ])('%s', async (name, type, body) => {
    const { id, token } = await makeMicroservice(at, { name })
    const answer = await post({ 'content-type': type, ...credential(token) }, body)
    expect(answer.header[':status']).toBe(type.startsWith('application/grpc') ? 200 : 400)
    expect(await entriesBy(at, id)).toMatchObject([
      {
        id: answer.header['x-request-id'],
        operation: 'createIncident',
        outcome: 'refused',
        code: 'validation_error',
        receipts: [],
      },
    ])
  })
})

test('an HTTP/2 session gets its limits, and a service client’s call does not raise them', async () => {
  const session = http2.connect(ledger)
  const limits = { maxConcurrentStreams: 100, maxHeaderListSize: 64 * 1024 }
  try {
    await once(session, 'remoteSettings')
    expect(session.remoteSettings).toMatchObject(limits)
    const call = session.request({ ':method': 'POST', ':path': PATH, ...JSON_TYPE, ...credential() })
    call.end('{"title":"A","severity":"SEVERITY_HIGH"}')
    const [header] = await once(call, 'response')
    expect(header[':status']).toBe(200)
    await once(call.resume(), 'close')
    await promisify(session.ping.bind(session) as Ping)()
    expect(session.remoteSettings).toMatchObject(limits)
  } finally {
    session.destroy()
  }
})

test('an HTTP/2 session of an installation’s process may have a thousand calls open', async () => {
  const server = await serveIncidents({})
  const session = http2.connect(server.url)
  try {
    await once(session, 'remoteSettings')
    const raised = once(session, 'remoteSettings')
    session.request({ ':method': 'POST', ':path': PATH, ...JSON_TYPE, authorization: 'x' }).end('{}')
    expect((await raised)[0].maxConcurrentStreams).toBe(1000)
  } finally {
    session.destroy()
    await server.close()
  }
})

type Ping = (callback: (error: Error | null) => void) => boolean

test('metadata beyond 64 KiB end the call, and the session stays open', async () => {
  const session = http2.connect(ledger)
  const huge = session.request({ ':method': 'POST', ':path': PATH, 'x-huge': 'x'.repeat(70 * 1024) })
  await expect(once(huge, 'response')).rejects.toThrow()
  session.destroy()
  await expectServes()
})

test('rapidly reset streams do not delay other callers', async () => {
  const session = http2.connect(ledger)
  session.on('error', () => {})
  for (let n = 0; n < 5000 && !session.destroyed; n++) {
    const stream = session.request({ ':method': 'POST', ':path': PATH, ...credential() })
    stream.on('error', () => {})
    stream.close(http2.constants.NGHTTP2_CANCEL)
  }
  await expectServes()
  session.destroy()
})

async function expectServes(): Promise<void> {
  const client = stub(ledger)
  const input = { title: 'Still served', severity: Severity.LOW }
  const call = { token: payroll.token, organization: at.organization.id, deadlineMs: 60_000 }
  const { code } = await client.unary(IncidentService.method.createIncident, input, call)
  client.close()
  expect(code).toBe(status.OK)
}

async function post(header: http2.OutgoingHttpHeaders, body: Buffer) {
  const session = http2.connect(ledger)
  const stream = session.request({ ':method': 'POST', ':path': PATH, te: 'trailers', ...header })
  stream.end(body)
  const [answered] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
  stream.resume()
  await once(stream, 'close')
  session.destroy()
  return { header: answered }
}
