import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createConnectRouter } from '@connectrpc/connect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IncidentService, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Health } from '../../proto/gen/grpc/health/v1/health_pb.ts'
import { peerKey } from '../../services/kernel/transport/request-gate.ts'
import { adapter } from '../../services/kernel/transport/server/adapter.ts'
import { INSTALLATION_ID } from '../../services/kernel/values/ids.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import {
  entriesBy,
  type Microservice,
  makeMicroservice,
  unauthorizedEntries,
} from './support/microservice.ts'
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

describe('a call without a valid credential is UNAUTHENTICATED and logged, whatever its headers say of its body', () => {
  const GZIP = { 'content-encoding': 'gzip', 'connect-content-encoding': 'gzip', 'grpc-encoding': 'gzip' }
  test.each([
    ['Connect, its length known', 'application/proto', { 'content-length': '3' }],
    ['Connect, JSON, its length known', 'application/json', { 'content-length': '3' }],
    ['Connect, JSON in other letters', 'Application/JSON; charset=utf-8', {}],
    ['Connect, compressed', 'application/proto', GZIP],
    ['Connect, with an invalid deadline', 'application/proto', { 'connect-timeout-ms': 'soon' }],
    ['gRPC, JSON', 'application/grpc+json', {}],
    ['gRPC, compressed', 'application/grpc', GZIP],
    ['gRPC, with an invalid deadline', 'application/grpc', { 'grpc-timeout': 'soon' }],
    ['gRPC-Web, JSON', 'application/grpc-web+json', {}],
  ])('%s', async (_, type, headers) => {
    const before = await unauthorizedEntries(at)
    const answer = await send(at.urls.ledger!, { 'content-type': type, ...headers }, { body: 'abc' })
    if (type.startsWith('application/grpc-web')) expect(answer.text).toContain('grpc-status: 16')
    else if (type.startsWith('application/grpc')) expect(answer.grpcStatus).toBe('16')
    else expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'unauthenticated'])
    expect(await unauthorizedEntries(at)).toBe(before + 1)
  })
})

describe('an unreadable call is logged as a refusal of its caller', () => {
  test.each([
    ['Connect, no message', 'application/proto', {}],
    ['Connect, no JSON', 'application/json', {}],
    ['Connect, compressed', 'application/proto', { 'content-encoding': 'gzip' }],
    ['gRPC, compressed', 'application/grpc', { 'grpc-encoding': 'gzip' }],
    ['a protocol that is not served', 'text/plain', {}],
  ])('%s', async (_, type, more) => {
    const before = (await entriesBy(at, payroll.id)).length
    const credential = {
      authorization: `Bearer ${payroll.token}`,
      'attestry-organization': at.organization.id,
    }
    await send(at.urls.ledger!, { 'content-type': type, ...credential, ...more }, { body: '\u00ff' })
    expect((await entriesBy(at, payroll.id)).slice(before)).toMatchObject([
      { operation: 'createIncident', outcome: 'refused', code: 'validation_error', receipts: [] },
    ])
  })

  test('of an unauthenticated caller', async () => {
    const before = await unauthorizedEntries(at)
    await send(at.urls.ledger!, { 'content-type': 'text/plain' }, { body: 'abc' })
    expect(await unauthorizedEntries(at)).toBe(before + 1)
  })
})

test('a message to the health or reflection service may have a few KiB at most', async () => {
  const { ledger } = at.urls
  const [check, info] = [
    '/grpc.health.v1.Health/Check',
    '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
  ] as const
  const connect = await send(ledger!, { 'content-type': 'application/proto' }, { path: check })
  expect([JSON.parse(connect.text).code, connect.taken < MIB]).toEqual(['out_of_range', true])
  for (const path of [check, info]) {
    const grpc = await send(ledger!, { 'content-type': 'application/grpc' }, { path, enveloped: 32 * MIB })
    expect([grpc.grpcStatus, grpc.taken < MIB]).toEqual([String(status.OUT_OF_RANGE), true])
  }
})

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

  test('the gate service has the same request gate as the ledger', async () => {
    const answer = await send(
      at.urls.gate!,
      { 'content-type': 'application/proto' },
      { path: '/attestry.gate.v1.GateService/QueryGate' },
    )
    expect([answer.status, answer.taken < MIB]).toEqual([401, true])
  })
})

test('unauthenticated calls beyond an address’s limit are counted, and a valid credential is not slowed', async () => {
  const { ledger } = at.urls
  const strange = stub(ledger!)
  const codes: number[] = []
  // Wherever a minute ends among them, one of the two minutes has more than its 60.
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
  const aggregated = entries.map(({ entry }) => JSON.parse(entry).details)
  expect(aggregated.length).toBeLessThanOrEqual(2)
  expect(aggregated.reduce((sum, { calls }) => sum + calls, 0)).toBe(
    codes.filter((code) => code === status.RESOURCE_EXHAUSTED).length,
  )
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all!.some(({ family }) => family === 'IPv6'))
test.skipIf(!hasIpv6)('a dual-stack port reports an IPv4 peer by its IPv4 address', async () => {
  const peers: string[] = []
  const router = createConnectRouter().service(Health, {
    check: (_, { values }) => {
      peers.push(values.get(peerKey))
      return {}
    },
  })
  const server = http2.createServer(adapter(router, () => 1024)).listen(0, '::')
  await once(server, 'listening')
  const client = stub(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect((await client.unary(Health.method.check, {})).code).toBe(status.OK)
  client.close()
  server.close()
  expect(peers).toEqual(['127.0.0.1'])
})

/**
 * Sends headers and a body, or up to 40 MiB as fast as it is taken.
 *
 * @param enveloped the bytes that the first envelope promises
 * @returns the answer, and how much was taken before it
 */
async function send(
  url: string,
  headers: http2.OutgoingHttpHeaders,
  { path = PATH, body, enveloped }: { path?: string; body?: string; enveloped?: number } = {},
) {
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
  if (enveloped !== undefined) {
    const prefix = Buffer.alloc(5)
    prefix.writeUInt32BE(enveloped, 1)
    stream.write(prefix)
  }
  if (body === undefined) push()
  else stream.end(body)
  const [head] = await answered
  const before = taken
  let text = ''
  stream.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  await once(stream, 'end')
  session.destroy()
  return {
    status: head[':status'],
    grpcStatus: grpcStatus ?? (head['grpc-status'] as string),
    text,
    taken: before,
  }
}
