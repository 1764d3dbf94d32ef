import { once } from 'node:events'
import http2 from 'node:http2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IncidentService, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { INSTALLATION_ID } from '../../services/kernel/ids.ts'
import { LIMITS } from '../../services/kernel/limits.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { type Microservice, makeMicroservice } from './support/microservice.ts'
import { status, stub } from './support/stub.ts'

const PATH = `/${IncidentService.typeName}/CreateIncident`
const MIB = 1024 * 1024

let at: TestInstallation
let payroll: Microservice
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  payroll = await makeMicroservice(at)
})
afterAll(() => at.stop())

describe('a call without a valid credential is answered before its body is read', () => {
  test.each([
    ['Connect', 'application/proto', 401, undefined],
    ['Connect, JSON', 'application/json', 401, undefined],
    ['gRPC', 'application/grpc', 200, '16'],
    ['gRPC-Web', 'application/grpc-web+proto', 200, undefined],
  ])('%s, in its own protocol', async (_, type, expected, grpc) => {
    for (const headers of [{}, { authorization: 'Bearer atc_unknown' }]) {
      const answer = await send(at.urls.ledger!, { 'content-type': type, ...headers })
      expect(answer.status).toBe(expected)
      if (grpc !== undefined) expect(answer.grpcStatus).toBe(grpc)
      expect(answer.taken).toBeLessThan(MIB)
    }
  })

  test.each(['application/json', 'application/proto'])(
    '%s of a length that is named: unauthenticated all the same',
    async (type) => {
      const headers = { 'content-type': type, 'content-length': '81', authorization: 'Bearer atc_unknown' }
      const { status, text } = await post(at.urls.ledger!, headers, Buffer.alloc(81, ' '))
      expect([status, JSON.parse(text).code]).toEqual([401, 'unauthenticated'])
    },
  )

  test('a service that is not the ledger holds the same door', async () => {
    const answer = await send(
      at.urls.gate!,
      { 'content-type': 'application/proto' },
      '/attestry.gate.v1.GateService/QueryGate',
    )
    expect([answer.status, answer.taken < MIB]).toEqual([401, true])
  })
})

test('what nobody known calls beyond the limit of its address is counted, and a valid credential is not slowed by it', async () => {
  const { ledger } = at.urls
  const strange = stub(ledger!)
  const codes: number[] = []
  // Wherever a minute ends among them, one of the two has more than its 60.
  for (let n = 0; n < 2 * LIMITS.addressRate + 10; n++) {
    codes.push(
      (await strange.unary(IncidentService.method.createIncident, {}, { token: `atc_unknown${n}` })).code,
    )
  }
  strange.close()
  expect(new Set(codes)).toEqual(new Set([status.UNAUTHENTICATED, status.RESOURCE_EXHAUSTED]))
  const known = stub(ledger!)
  const made = await known.unary(
    IncidentService.method.createIncident,
    { title: 'Known', severity: Severity.LOW },
    { token: payroll.token, organization: at.organization.id },
  )
  known.close()
  expect(made.code).toBe(status.OK)
  await at.stop()
  const entries = await sql<{ entry: string }>(
    at.databaseUrl,
    `select entry from ledger.entries where org_id = $1 and entry::jsonb ->> 'code' = 'rate_limited'`,
    [INSTALLATION_ID],
  )
  const floods = entries.map(({ entry }) => JSON.parse(entry).details)
  expect(floods.length).toBeLessThanOrEqual(2)
  expect(floods.reduce((sum, { calls }) => sum + calls, 0)).toBe(
    codes.filter((code) => code === status.RESOURCE_EXHAUSTED).length,
  )
})

/** Sends a whole body. @returns the status and the text of the answer */
async function post(url: string, headers: http2.OutgoingHttpHeaders, body: Buffer) {
  const session = http2.connect(url)
  const stream = session.request({ ':method': 'POST', ':path': PATH, ...headers })
  const answered = once(stream, 'response') as Promise<[http2.IncomingHttpHeaders]>
  stream.end(body)
  const text = await stream.setEncoding('utf8').toArray()
  const [head] = await answered
  session.destroy()
  return { status: head[':status'], text: text.join('') }
}

/** Sends headers, then up to 40 MiB as fast as it is taken. @returns the answer, and how much was taken before it */
async function send(url: string, headers: http2.OutgoingHttpHeaders, path = PATH) {
  const session = http2.connect(url)
  const stream = session.request({ ':method': 'POST', ':path': path, te: 'trailers', ...headers })
  stream.on('error', () => {})
  const answered = once(stream, 'response') as Promise<[http2.IncomingHttpHeaders]>
  let grpcStatus: string | undefined
  stream.on('trailers', (trailers) => {
    grpcStatus = trailers['grpc-status'] as string
  })
  let taken = 0
  const push = (): void => {
    if (taken >= 40 * MIB || stream.destroyed || stream.closed) return
    stream.write(Buffer.alloc(16 * 1024), (error) => {
      if (error) return
      taken += 16 * 1024
      push()
    })
  }
  push()
  const [head] = await answered
  const before = taken
  stream.resume()
  await once(stream, 'close')
  session.destroy()
  return { status: head[':status'], grpcStatus: grpcStatus ?? (head['grpc-status'] as string), taken: before }
}
