import http2 from 'node:http2'
import { create, toBinary } from '@bufbuild/protobuf'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CreateIncidentRequestSchema,
  IncidentService,
  Severity,
} from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { serveHttp2 } from '../../services/kernel/transport/server/http2-server.ts'
import { sql, waitingForLocks } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { type Microservice, makeMicroservice } from './support/microservice.ts'
import { status, stub } from './support/stub.ts'

const { createIncident, getIncident } = IncidentService.method

let at: TestInstallation
let payroll: Microservice
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  payroll = await makeMicroservice(at)
})
afterAll(() => at.stop())

test('a passed deadline gives DEADLINE_EXCEEDED, and the work commits with its entry or not at all', async () => {
  const holder = new pg.Client({ connectionString: at.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table ledger.incidents in access exclusive mode')
  const ledger = stub(at.urls.ledger!)
  try {
    const call = { token: payroll.token, organization: at.organization.id, deadlineMs: 300 }
    const ended = await ledger.unary(createIncident, { title: 'Late', severity: Severity.LOW }, call)
    expect(ended.code).toBe(status.DEADLINE_EXCEEDED)
    expect(await rawStatus(300), 'said by the server, not by the client’s own clock').toBe(
      `${status.DEADLINE_EXCEEDED}`,
    )
  } finally {
    await holder.query('rollback')
    await holder.end()
    ledger.close()
  }
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(0)
  const [row] = await sql<{ records: string; entries: string }>(
    at.databaseUrl,
    `select (select count(*) from ledger.incidents where record::jsonb ->> 'title' = 'Late') as records,
            (select count(*) from ledger.entries where entry::jsonb ->> 'operation' = 'createIncident') as entries`,
  )
  expect(row!.records).toBe(row!.entries)
})

test('a handler’s signal is aborted when the deadline passes', async () => {
  let left: number | undefined
  const aborted = Promise.withResolvers<unknown>()
  const server = await serveHttp2({
    listen: { host: '127.0.0.1', port: 0 },
    interceptors: [],
    ready: async () => {},
    routes: (sink) =>
      sink.service(IncidentService, {
        getIncident: (_, { signal, timeoutMs }) => {
          left = timeoutMs()
          return new Promise(() => {
            signal.addEventListener('abort', () => aborted.resolve(signal.reason))
          })
        },
      }),
  })
  const client = stub(server.url)
  try {
    let deadlineMs = 30
    // On a busy machine a short one passes on the way already.
    while (left === undefined) {
      deadlineMs *= 10
      expect((await client.unary(getIncident, {}, { deadlineMs })).code).toBe(status.DEADLINE_EXCEEDED)
    }
    await expect(aborted.promise).resolves.toMatchObject({ name: 'ConnectError' })
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(deadlineMs)
  } finally {
    client.close()
    await server.close()
  }
})

test('a call within its deadline succeeds', async () => {
  const ledger = stub(at.urls.ledger!)
  const call = { token: payroll.token, organization: at.organization.id, deadlineMs: 120_000 }
  const ended = await ledger.unary(createIncident, { title: 'In time', severity: Severity.LOW }, call)
  ledger.close()
  expect(ended.code).toBe(status.OK)
})

/** The grpc-status of a call made with bare HTTP/2 frames by a client that has no clock of its own. */
function rawStatus(timeoutMs: number): Promise<string> {
  const message = toBinary(
    CreateIncidentRequestSchema,
    create(CreateIncidentRequestSchema, { title: 'Late', severity: Severity.LOW }),
  )
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(message.length, 1)
  const session = http2.connect(at.urls.ledger!)
  const stream = session.request({
    ':method': 'POST',
    ':path': '/attestry.ledger.v1.IncidentService/CreateIncident',
    'content-type': 'application/grpc+proto',
    te: 'trailers',
    'grpc-timeout': `${timeoutMs}m`,
    authorization: `Bearer ${payroll.token}`,
    'attestry-organization': at.organization.id,
  })
  return new Promise((resolve, reject) => {
    stream.on('response', (headers) => headers['grpc-status'] && resolve(String(headers['grpc-status'])))
    stream.on('trailers', (trailers) => resolve(String(trailers['grpc-status'])))
    stream.on('error', reject)
    stream.on('close', () => session.close())
    stream.resume()
    stream.end(Buffer.concat([prefix, message]))
  })
}
