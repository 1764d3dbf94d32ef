import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorDetailSchema } from '../../proto/gen/attestry/common/v1/error_pb.ts'
import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { IncidentService, IncidentStatus } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  KeyService,
  ListKeysRequestSchema,
  ListKeysResponseSchema,
} from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { controlClient, cookieOf, rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

const UNSUPPORTED = 'unsupported_media_type'

let at: TestInstallation
let session: string
beforeAll(async () => {
  at = await bootInstallation()
  session = at.organization.admin.session
})
afterAll(() => at.stop())

const NOBODYS = '018f0000-0000-7000-8000-000000000001'
const MOVE = 'attestry.ledger.v1.IncidentService/MoveIncident'
const LIST_KEYS = 'attestry.ledger.v1.KeyService/ListKeys'

async function incident(key = at.organization.key): Promise<string> {
  const made = await call(at.baseUrl, '/api/v1/incidents', { key, body: { title: 'One', severity: 'low' } })
  return made.body.id
}

describe.each([
  ['JSON', false],
  ['binary', true],
])('a connect-es client with the cookie, in %s', (_, binary) => {
  test('reads, writes and gets typed errors', async () => {
    const incidents = controlClient(at.baseUrl, IncidentService, session, binary)
    const id = await incident()
    const moved = await incidents.moveIncident({ id, status: IncidentStatus.CONTAINED, note: 'isolated' })
    expect(moved.incident).toMatchObject({ id, version: 2, status: IncidentStatus.CONTAINED })
    const { versions } = await incidents.getIncident({ id })
    expect(versions.map(({ status }) => status)).toEqual([IncidentStatus.CONTAINED, IncidentStatus.OPEN])
    const error = await incidents
      .getIncident({ id: 'not an id' })
      .catch((thrown) => ConnectError.from(thrown))
    expect(error).toMatchObject({ code: Code.InvalidArgument })
    const [detail] = (error as ConnectError).findDetails(ErrorDetailSchema)
    expect(detail).toMatchObject({
      reason: Reason.VALIDATION,
      details: { fieldErrors: { id: ['must be a UUID'] } },
    })
  })

  test('gets Unauthenticated without a valid session', async () => {
    const keys = controlClient(at.baseUrl, KeyService, `ats_${'0'.repeat(43)}`, binary)
    const error = await keys.listKeys({}).catch((thrown) => ConnectError.from(thrown))
    expect(error).toMatchObject({ code: Code.Unauthenticated })
  })
})

test('an error of the control API has Connect’s fields and the REST error, with a request id', async () => {
  const answer = await rpc(at.baseUrl, MOVE, {
    session,
    body: { id: NOBODYS, status: 'INCIDENT_STATUS_CLOSED' },
  })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.body).toEqual({
    code: 'not_found',
    message: 'incident not found',
    details: [expect.objectContaining({ type: 'attestry.common.v1.ErrorDetail' })],
    error: { code: 'not_found', message: 'incident not found' },
  })
})

test('the ids of another organization answer exactly as unknown ids', async () => {
  const other = await at.another()
  const theirs = other.admin.session
  const mine = { incident: await incident(), key: at.organization.keyId, user: at.organization.admin.id }
  const calls: [string, string, object?][] = [
    [MOVE, mine.incident, { status: 'INCIDENT_STATUS_CLOSED' }],
    ['attestry.ledger.v1.IncidentService/GetIncident', mine.incident],
    ['attestry.ledger.v1.KeyService/RevokeKey', mine.key],
    ['attestry.ledger.v1.KeyService/UpdateKey', mine.key, { name: 'taken' }],
    ['attestry.ledger.v1.UserService/UpdateUser', mine.user, { role: 'ROLE_MEMBER' }],
    ['attestry.ledger.v1.UserService/DisableUser', mine.user],
    ['attestry.ledger.v1.UserService/ResetPassword', mine.user],
  ]
  for (const [path, id, more] of calls) {
    const real = await rpc(at.baseUrl, path, { session: theirs, body: { id, ...more } })
    const none = await rpc(at.baseUrl, path, { session: theirs, body: { id: NOBODYS, ...more } })
    expect([path, real.status, real.text]).toEqual([path, 404, none.text])
  }
  const { keys } = await controlClient(at.baseUrl, KeyService, theirs).listKeys({})
  expect(keys.map(({ id }) => id)).toEqual([other.keyId])
  const { entries } = await controlClient(at.baseUrl, AuditService, theirs).listEntries({})
  expect(entries.every(({ text }) => text.includes(other.id))).toBe(true)
})

test('a read is logged under the person before it is answered, and a write exactly once', async () => {
  const entries = (id: string | null) =>
    sql<{ entry: string }>(at.databaseUrl, 'select entry from ledger.entries where id = $1', [id])
  const read = await rpc(at.baseUrl, LIST_KEYS, { session })
  const [entry, ...more] = await entries(read.headers.get('x-request-id'))
  expect(more).toEqual([])
  expect(JSON.parse(entry!.entry)).toMatchObject({
    actor: { kind: 'user', id: at.organization.admin.id },
    operation: 'listKeys',
    outcome: 'ok',
    via: 'control',
    receipts: [],
  })
  const body = { id: await incident(), status: 'INCIDENT_STATUS_CLOSED' }
  const write = await rpc(at.baseUrl, MOVE, { session, body })
  const written = await entries(write.headers.get('x-request-id'))
  expect(written.map(({ entry }) => JSON.parse(entry))).toMatchObject([
    { operation: 'moveIncident', outcome: 'ok', receipts: [{ type: 'incidents', count: 1 }] },
  ])
})

test('binary messages are answered in binary', async () => {
  const response = await fetch(`${at.baseUrl}/api/control/${LIST_KEYS}`, {
    method: 'POST',
    headers: { cookie: cookieOf(session), 'content-type': 'application/proto' },
    body: Buffer.from(toBinary(ListKeysRequestSchema, create(ListKeysRequestSchema))),
  })
  expect(response.headers.get('content-type')).toBe('application/proto')
  const { keys } = fromBinary(ListKeysResponseSchema, new Uint8Array(await response.arrayBuffer()))
  expect(keys[0]!.id).toBe(at.organization.keyId)
})

test.each([
  ['no JSON', '{', {}, 400, 'validation_error'],
  ['an array', '[]', {}, 400, 'validation_error'],
  ['a wrong type', '{"id":7}', {}, 400, 'validation_error'],
  ['a word that is not a status', '{"status":"NOPE"}', {}, 400, 'validation_error'],
  ['100,000 brackets', '['.repeat(100_000), {}, 400, 'validation_error'],
  ['a form', 'id=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, UNSUPPORTED],
  ['another charset', '{}', { 'content-type': 'application/json; charset=latin1' }, 415, UNSUPPORTED],
  ['a stream', '{}', { 'content-type': 'application/connect+json' }, 415, UNSUPPORTED],
  ['one byte too many', `{"note":"${'x'.repeat(1024 * 1024 - 10)}"}`, {}, 413, 'payload_too_large'],
])(
  '%s gets its documented answer in both error forms, and an audit entry',
  async (_, body, headers, status, code) => {
    const answer = await rpc(at.baseUrl, MOVE, { session, body, headers: headers as Record<string, string> })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({
      code: expect.any(String),
      error: { code, message: expect.any(String) },
    })
    const found = await sql<{ entry: string }>(
      at.databaseUrl,
      'select entry from ledger.entries where id = $1',
      [answer.headers.get('x-request-id')],
    )
    expect(JSON.parse(found[0]!.entry)).toMatchObject({ operation: 'moveIncident', outcome: 'refused', code })
  },
)

test('an unreadable message is a validation_error in JSON and binary, without its values', async () => {
  const headers = { 'content-type': 'application/proto' }
  const binary = await rpc(at.baseUrl, LIST_KEYS, { session, body: Buffer.from([0xff, 0xff]), headers })
  expect(binary.status).toBe(400)
  expect(binary.body).toMatchObject({ code: 'invalid_argument', error: { code: 'validation_error' } })
  const json = await rpc(at.baseUrl, 'attestry.ledger.v1.UserService/CreateUser', {
    session,
    body: { password: 7_770_777 },
  })
  expect(json.status).toBe(400)
  expect(json.body.error.message).toContain('password')
  expect(json.text).not.toContain('7770777')
})

test.each([
  ['an unknown word', { severity: ['SEVERITY_NOPE'] }, 'one of SEVERITY_LOW'],
  ['an unknown word of another enum', { order: 'NOPE' }, 'one of LIST_ORDER_'],
  ['a field that is misspelt', { sevrity: ['SEVERITY_LOW'] }, 'severity'],
  ['a field that is misspelt in a message in it', { page: { limt: 1 } }, 'limit, cursor'],
])('%s is refused with the known ones', async (_, body, expected) => {
  const answer = await rpc(at.baseUrl, 'attestry.ledger.v1.IncidentService/ListIncidents', { session, body })
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error'])
  expect(answer.body.error.message).toContain(expected)
  for (const sent of ['NOPE', 'sevrity', 'limt']) expect(answer.text).not.toContain(sent)
})

test.each([
  ['a text in the place of the message', '"hunter2"'],
  ['a password without quotation marks', '{"password": hunter2}'],
  ['a name given twice', '{"hunter2":1,"hunter2":2}'],
  ['a text in the place of a message in it', '{"page":"hunter2"}'],
  ['a word', 'hunter2'],
])('%s is not repeated in the error', async (_, body) => {
  for (const path of [LIST_KEYS, 'attestry.ledger.v1.UserService/ListUsers']) {
    const answer = await rpc(at.baseUrl, path, { session, body })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error'])
    expect(answer.text).not.toContain('hunter2')
  }
})

test.each([
  ['a field cut short', 'application/proto', Buffer.from('\x0ahunter2'), {}, 'ListKeysRequest from binary'],
  [
    'an invalid deadline',
    'application/json',
    '{}',
    { 'connect-timeout-ms': 'hunter2' },
    'Connect-Timeout-Ms',
  ],
])('the error is in the product’s own words: %s', async (_, type, body, more, expected) => {
  const headers = { 'content-type': type, ...more }
  const answer = await rpc(at.baseUrl, LIST_KEYS, { session, body, headers })
  expect(answer.text).not.toContain('hunter2')
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error'])
  expect(answer.body.error.message).toContain(expected)
})

test('a message with too many parts is refused before it is parsed', async () => {
  const attach = 'attestry.ledger.v1.IncidentWorkService/AttachToIncident'
  const body = `{"name":[${'{"\\n":0},'.repeat(150_000)}0]}`
  const answer = await rpc(at.baseUrl, attach, { session, body })
  expect(answer.status).toBe(400)
  expect(answer.body.error.message).toBe('a message has at most 50000 parts')
})

test('a compressed message is refused', async () => {
  const answer = await rpc(at.baseUrl, MOVE, { session, body: '{}', headers: { 'content-encoding': 'gzip' } })
  expect([answer.status, answer.body.error.code]).toEqual([415, UNSUPPORTED])
})

test('an RPC with another method, and an unknown path, is answered 404 with a session and 401 without one', async () => {
  for (const [path, method] of [
    [`/api/control/${LIST_KEYS}`, 'GET'],
    [`/api/control/${LIST_KEYS}/`, 'POST'],
    ['/api/control', 'GET'],
    ['/api/control/', 'GET'],
    ['/api/control/session', 'PUT'],
    ['/api/control/attestry.ledger.v1.KeyService%2FListKeys', 'POST'],
  ] as const) {
    const headers = { cookie: cookieOf(session) }
    expect((await call(at.baseUrl, path, { method, headers })).body.error.code).toBe('not_found')
    expect((await call(at.baseUrl, path, { method })).body.error.code).toBe('unauthorized')
  }
})

test('counts of one organization use two database connections at most, and other organizations are served', async () => {
  const other = await at.another()
  await incident()
  const holder = new pg.Client(at.databaseUrl)
  await holder.connect()
  try {
    await holder.query('begin; lock table ledger.list_rows in access exclusive mode')
    const path = 'attestry.ledger.v1.IncidentService/CountIncidents'
    const asked = Array.from({ length: 16 }, () => rpc(at.baseUrl, path, { session, body: {} }))
    await expect.poll(held).toBeGreaterThanOrEqual(2)
    await incident(other.key)
    // Beside them the rows of lists may be kept by the service itself.
    expect(await held()).toBeLessThanOrEqual(4)
    await holder.query('rollback')
    for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status)
  } finally {
    await holder.end()
  }
})

async function held(): Promise<number> {
  const [row] = await sql<{ n: number }>(
    at.databaseUrl,
    `select count(*)::int as n from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database() and application_name = 'attestry-ledger'`,
  )
  return row!.n
}
