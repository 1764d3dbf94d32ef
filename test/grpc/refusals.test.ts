import http2, { type IncomingHttpHeaders } from 'node:http2'
import { create, toBinary } from '@bufbuild/protobuf'
import { Code, ConnectError, createClient, type Transport } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { Metadata, status } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorDetailSchema, Reason } from '../../proto/gen/attestry/common/v1/error_pb.ts'
import { IncidentService, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Health, HealthCheckRequestSchema } from '../../proto/gen/grpc/health/v1/health_pb.ts'
import { MESSAGE_BYTES } from '../../services/kernel/transport/wire.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { entriesBy, makeMicroservice } from './support/microservice.ts'
import { stub } from './support/stub.ts'

let at: TestInstallation
let ledger: string
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  ledger = at.urls.ledger!
})
afterAll(() => at.stop())

const PATH = '/attestry.ledger.v1.IncidentService/CreateIncident'
const TRANSPORTS: [string, () => Transport][] = [
  ['Connect', () => createConnectTransport({ baseUrl: ledger, httpVersion: '2' })],
  [
    'Connect, JSON',
    () => createConnectTransport({ baseUrl: ledger, httpVersion: '2', useBinaryFormat: false }),
  ],
  ['gRPC', () => createGrpcTransport({ baseUrl: ledger })],
  ['gRPC-Web', () => createGrpcWebTransport({ baseUrl: ledger, httpVersion: '2' })],
]

describe('a too large message is refused with the reason TOO_LARGE, which invites no retry', () => {
  test.each(TRANSPORTS)('%s', async (_, transport) => {
    const health = createClient(Health, transport())
    const error = await health
      .check({ service: 'x'.repeat(5000) })
      .then(() => expect.unreachable(), ConnectError.from)
    expect(error.code).toBe(Code.OutOfRange)
    expect(error.findDetails(ErrorDetailSchema)).toMatchObject([{ reason: Reason.TOO_LARGE }])
    expect(error.rawMessage).toBe('a message may have at most 4096 bytes')
  })

  test('@grpc/grpc-js', async () => {
    const client = stub(ledger)
    const ended = await client.unary(Health.method.check, { service: 'x'.repeat(5000) })
    client.close()
    expect(ended).toMatchObject({
      code: status.OUT_OF_RANGE,
      details: 'a message may have at most 4096 bytes',
    })
  })

  test.each([
    ['gRPC', { 'content-type': 'application/grpc' }, Buffer.of(0, 0x7f, 0xff, 0xff, 0xff)],
    ['gRPC-Web', { 'content-type': 'application/grpc-web+proto' }, Buffer.of(0, 0xff, 0xff, 0xff, 0xff)],
    [
      'Connect',
      { 'content-type': 'application/proto', 'content-length': String(MESSAGE_BYTES + 1) },
      Buffer.of(0x0a),
    ],
  ])('before it is read, and logged under the caller’s name: %s', async (name, header, body) => {
    const { id, token } = await makeMicroservice(at, { name })
    const authorized = { authorization: `Bearer ${token}`, 'attestry-organization': at.organization.id }
    const answer = await post({ ...header, ...authorized }, body, false)
    const error =
      header['content-type'] === 'application/proto'
        ? { code: JSON.parse(answer.body).code }
        : { code: Number(answer.trailer['grpc-status']) }
    expect(error.code).toBe(name === 'Connect' ? 'out_of_range' : Code.OutOfRange)
    expect(await entriesBy(at, id)).toMatchObject([
      { operation: 'createIncident', outcome: 'refused', code: 'payload_too_large' },
    ])
  })
})

test('@grpc/grpc-js reads an error message with its punctuation', async () => {
  const { token } = await makeMicroservice(at, { name: 'punctuation' })
  const client = stub(ledger)
  const call = { token, organization: at.organization.id }
  const refused = await client.unary(IncidentService.method.createIncident, { severity: Severity.HIGH }, call)
  const unnamed = await client.unary(IncidentService.method.createIncident, {}, { token })
  client.close()
  expect(refused).toMatchObject({ code: status.INVALID_ARGUMENT, details: 'title: must not be empty' })
  expect(unnamed.details).toBe('attestry-organization must name the organization, a UUID')
})

test.each([
  ['gRPC', { 'content-type': 'application/grpc', 'grpc-encoding': 'gzip' }],
  ['Connect', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
])('a compressed message is refused with advice, and logged: %s', async (name, header) => {
  const { id, token } = await makeMicroservice(at, { name: `compressed ${name}` })
  const authorized = { authorization: `Bearer ${token}`, 'attestry-organization': at.organization.id }
  const answer = await post({ ...header, ...authorized }, Buffer.of(1, 0, 0, 0, 1, 0))
  const message = 'compressed messages are not accepted: send them without compression'
  if (name === 'gRPC') {
    expect(answer.trailer).toMatchObject({ 'grpc-status': `${Code.Unimplemented}`, 'grpc-message': message })
  } else {
    expect(answer.header[':status']).toBe(501)
    expect(JSON.parse(answer.body)).toEqual({ code: 'unimplemented', message })
  }
  expect(await entriesBy(at, id)).toMatchObject([{ operation: 'createIncident', outcome: 'refused' }])
})

test('a message in many chunks is measured by its envelope, and accepted if it fits', async () => {
  const { token } = await makeMicroservice(at, { name: 'chunks' })
  const client = stub(ledger)
  const call = { token, organization: at.organization.id }
  const input = { title: 'Long', severity: Severity.LOW, description: 'å'.repeat(20_000) }
  const { code } = await client.unary(IncidentService.method.createIncident, input, call)
  client.close()
  expect(code).toBe(status.OK)
  const message = toBinary(HealthCheckRequestSchema, create(HealthCheckRequestSchema, { service: '' }))
  const envelope = Buffer.concat([Buffer.of(0, 0, 0, 0, message.length), message])
  const bytes = [...envelope].map((byte) => Buffer.of(byte))
  const answer = await post(
    { 'content-type': 'application/grpc' },
    bytes,
    true,
    '/grpc.health.v1.Health/Check',
  )
  expect(answer.trailer['grpc-status']).toBe('0')
})

test('a message with too many parts is refused before it is decoded, and logged', async () => {
  const { id, token } = await makeMicroservice(at, { name: 'parts' })
  const header = { authorization: `Bearer ${token}`, 'attestry-organization': at.organization.id }
  const systems = Buffer.alloc(1024 * 1024, Buffer.from([0x22, 0]))
  const prefix = Buffer.from([0, 0, 0x10, 0, 0])
  const over = async (type: string, body: Buffer) => await post({ ...header, 'content-type': type }, body)
  expect(JSON.parse((await over('application/proto', systems)).body)).toMatchObject({
    code: 'out_of_range',
    message: 'a message may have at most 300000 parts: send fewer at once',
  })
  const { trailer } = await over('application/grpc', Buffer.concat([prefix, systems]))
  expect(Number(trailer['grpc-status'])).toBe(Code.OutOfRange)
  const json = Buffer.from(`{"affectedSystems":[${'"",'.repeat(700_000)}""]}`)
  expect(JSON.parse((await over('application/json', json)).body).code).toBe('out_of_range')
  const refused = { operation: 'createIncident', outcome: 'refused', code: 'payload_too_large' }
  expect(await entriesBy(at, id)).toMatchObject([refused, refused, refused])
})

test('no memory is allocated for an announced message before it arrives', async () => {
  const { token } = await makeMicroservice(at, { name: 'announcing' })
  const session = http2.connect(ledger)
  session.on('error', () => {})
  const before = process.memoryUsage().arrayBuffers
  const streams = Array.from({ length: 20 }, () => {
    const stream = session.request({
      ...{ ':method': 'POST', ':path': PATH, 'content-type': 'application/proto' },
      ...{ authorization: `Bearer ${token}`, 'attestry-organization': at.organization.id },
      'content-length': String(MESSAGE_BYTES),
    })
    stream.on('error', () => {})
    stream.write(Buffer.alloc(1))
    return stream
  })
  // A call that is answered now was begun after theirs.
  const client = createClient(Health, createGrpcTransport({ baseUrl: ledger }))
  for (let n = 0; n < 20; n++) await client.check({})
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MESSAGE_BYTES * 5)
  for (const stream of streams) stream.close()
  session.destroy()
})

test('an unknown enum word is refused with the known ones', async () => {
  const { id, token } = await makeMicroservice(at, { name: 'words' })
  const header = {
    ...{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
    'attestry-organization': at.organization.id,
  }
  const answer = await post(header, Buffer.from('{"title":"x","severity":"high"}'))
  expect(answer.header[':status']).toBe(400)
  expect(JSON.parse(answer.body)).toMatchObject({
    code: 'invalid_argument',
    message: expect.stringContaining(
      'one of SEVERITY_LOW, SEVERITY_MEDIUM, SEVERITY_HIGH, SEVERITY_CRITICAL, SEVERITY_UNKNOWN',
    ),
    details: [{ type: 'attestry.common.v1.ErrorDetail' }],
  })
  // An unknown word is not a missing word: the default does not replace it.
  const optional = Buffer.from('{"title":"x","severity":"SEVERITY_LOW","regulation":"gdpr"}')
  const left = await post(header, optional)
  expect(JSON.parse(left.body).message).toContain('one of REGULATION_NIS2, ')
  const refused = { outcome: 'refused', code: 'validation_error' }
  expect(await entriesBy(at, id)).toMatchObject([refused, refused])
})

describe('an unknown method or service answers UNIMPLEMENTED', () => {
  const METHODS = ['attestry.ledger.v1.IncidentService/Nope', 'attestry.ledger.v9.NoService/Get', 'x']

  test.each(TRANSPORTS)('to %s', async (_, transport) => {
    for (const path of METHODS) {
      const error = await transport()
        .unary(renamed(path), undefined, undefined, undefined, {})
        .then(() => expect.unreachable(), ConnectError.from)
      expect([path, error.code]).toEqual([path, Code.Unimplemented])
    }
  })

  test('to @grpc/grpc-js, unary and streaming', async () => {
    const { client, close } = stub(ledger)
    const bytes = (value: Buffer) => value
    for (const path of METHODS) {
      const code = await new Promise((resolve) => {
        client.makeUnaryRequest(`/${path}`, bytes, bytes, Buffer.alloc(0), new Metadata(), {}, (error) =>
          resolve(error?.code),
        )
      })
      expect([path, code]).toEqual([path, status.UNIMPLEMENTED])
      const streamed = await new Promise((resolve) => {
        client
          .makeServerStreamRequest(`/${path}`, bytes, bytes, Buffer.alloc(0))
          .on('error', (error: Error & { code?: number }) => resolve(error.code))
          .on('data', () => {})
      })
      expect([path, streamed]).toEqual([path, status.UNIMPLEMENTED])
    }
    close()
  })
})

/** Health.Check under the path of another method. */
function renamed(path: string): typeof Health.method.check {
  const [service = '', method = ''] = path.split('/')
  const { check } = Health.method
  return { ...check, name: method, parent: { ...check.parent, typeName: service } as typeof check.parent }
}

/** One call by HTTP/2 itself. */
async function post(header: IncomingHttpHeaders, body: Buffer | Buffer[], ends = true, path = PATH) {
  const session = http2.connect(ledger)
  session.on('error', () => {})
  const stream = session.request({ ':method': 'POST', ':path': path, ...header })
  let trailer: IncomingHttpHeaders = {}
  let head: IncomingHttpHeaders = {}
  stream.on('error', () => {})
  stream.on('response', (got) => {
    head = got
  })
  stream.on('trailers', (got) => {
    trailer = got
  })
  for (const chunk of [body].flat()) await new Promise((resolve) => stream.write(chunk, resolve))
  if (ends) stream.end()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  session.destroy()
  // A Trailers-Only answer, and gRPC-Web, have no trailers of HTTP: the latter ends with a frame of its own.
  const text = Buffer.concat(chunks).toString('latin1')
  const web = /grpc-status: (\d+)/.exec(text)?.[1]
  return { header: head, trailer: { ...head, ...trailer, ...(web && { 'grpc-status': web }) }, body: text }
}
