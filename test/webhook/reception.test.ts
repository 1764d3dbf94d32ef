import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leafHash } from '../../services/kernel/crypto/merkle.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { type Administration, administration, type TestEndpoint } from './support/endpoint.ts'
import { countsOf, entriesOf } from './support/evidence.ts'
import { nowSeconds, send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
let endpoint: TestEndpoint
beforeAll(async () => {
  at = await bootInstallation()
  admin = administration(at)
  endpoint = await admin.make()
})
afterAll(() => at.stop())

const incident = (id: string) => call(at.baseUrl, `/api/v1/incidents/${id}`, { key: at.organization.key })
const newestIncident = async () =>
  (await call(at.baseUrl, '/api/v1/incidents?limit=1', { key: at.organization.key })).body.data[0]

test('a signed delivery opens an incident that names its source', async () => {
  const body = `{"title":"Å ransomware – seen","severity":"critical","source_system":"EDR","external_id":"evt-1",
    "occurred_at":"2026-02-03T04:05:06+01:00","description":"on fs-1"}\n`
  const answer = await send(at.baseUrl, endpoint, body)
  expect(answer.status).toBe(201)
  expect(answer.text).toBe('{"received":true}')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('x-ratelimit-limit')).toBe('100000')
  const opened = await newestIncident()
  expect(opened).toMatchObject({
    title: 'Å ransomware – seen',
    description: 'on fs-1',
    severity: 'critical',
    is_significant: true,
    detected_at: '2026-02-03T03:05:06.000Z',
    early_warning_deadline: '2026-02-04T03:05:06.000Z',
    status: 'open',
    regulation: 'nis2',
    source: {
      kind: 'webhook',
      id: endpoint.id,
      format: 'service',
      source_system: 'EDR',
      external_id: 'evt-1',
      occurred_at: '2026-02-03T03:05:06.000Z',
      body_sha256: createHash('sha256').update(body).digest('hex'),
    },
  })
  expect((await incident(opened.id)).body).toEqual(opened)
})

test('incident, delivery with its raw bytes, event and audit entry commit together, bound by receipts', async () => {
  const before = await countsOf(at.databaseUrl, at.organization.id)
  const body = '{"title":"Bound","external_id":"bound-1","big":12345678901234567890,"big":1}'
  const answer = await send(at.baseUrl, endpoint, body)
  const requestId = answer.headers.get('x-request-id')
  const [row] = await sql<{ delivery: string; body: Buffer; incident: string }>(
    at.databaseUrl,
    `select d.record as delivery, d.body, i.record as incident from ledger.deliveries d
      join ledger.incidents i on i.org_id = d.org_id and i.entry_id = d.id where d.id = $1`,
    [requestId],
  )
  expect(row!.body.toString()).toBe(body)
  expect(JSON.parse(row!.delivery)).toMatchObject({
    outcome: 'created',
    incident_id: JSON.parse(row!.incident).id,
  })
  const entries = await entriesOf(at.databaseUrl, requestId)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    operation: 'deliverIncident',
    outcome: 'ok',
    via: 'webhook',
    organization_id: at.organization.id,
    actor: { kind: 'webhook_endpoint', id: endpoint.id, name: 'siem' },
    receipts: [
      { type: 'incidents', count: 1, root: leafHash(row!.incident).toString('hex') },
      { type: 'webhook-deliveries', count: 1, root: leafHash(row!.delivery).toString('hex') },
    ],
  })
  const after = await countsOf(at.databaseUrl, at.organization.id)
  expect(after).toEqual({
    incidents: before.incidents + 1,
    deliveries: before.deliveries + 1,
    events: before.events + 1,
    entries: before.entries + 1,
  })
})

test('the same event again is a replay that opens nothing, and the log says so', async () => {
  const event = { title: 'Once', external_id: 'once-1' }
  expect((await send(at.baseUrl, endpoint, event)).status).toBe(201)
  const { id } = await newestIncident()
  const again = await send(at.baseUrl, endpoint, event, { t: nowSeconds() - 5 })
  expect(again.status).toBe(200)
  expect(again.text).toBe('{"received":true,"replay":true}')
  expect((await newestIncident()).id).toBe(id)
  const [entry] = await entriesOf(at.databaseUrl, again.headers.get('x-request-id'))
  expect(entry).toMatchObject({
    outcome: 'ok',
    details: { replay: true, incident_id: id, body_differs: false },
  })
  const [row] = await sql<{ record: string; body: Buffer | null }>(
    at.databaseUrl,
    'select record, body from ledger.deliveries where id = $1',
    [entry!.id],
  )
  expect(row!.body).toBeNull()
  expect(JSON.parse(row!.record)).toMatchObject({ outcome: 'replay', incident_id: id, body_differs: false })
  expect(entry!.receipts).toEqual([
    { type: 'webhook-deliveries', count: 1, root: leafHash(row!.record).toString('hex') },
  ])
})

test('the same event id with another body is a replay, whose difference is logged and whose bytes are kept', async () => {
  await send(at.baseUrl, endpoint, {
    title: 'First',
    external_id: '"body_differs":false,"incident_id":"\u0001"',
  })
  const again = await send(at.baseUrl, endpoint, {
    title: 'Second',
    external_id: '"body_differs":false,"incident_id":"\u0001"',
  })
  expect(again.text).toBe('{"received":true,"replay":true}')
  const [entry] = await entriesOf(at.databaseUrl, again.headers.get('x-request-id'))
  expect(entry!.details).toEqual({
    replay: true,
    incident_id: (await newestIncident()).id,
    body_differs: true,
  })
  const [row] = await sql<{ record: string; body: Buffer }>(
    at.databaseUrl,
    'select record, body from ledger.deliveries where id = $1',
    [entry!.id],
  )
  expect(row!.body.toString()).toContain('Second')
  expect(JSON.parse(row!.record)).toMatchObject({
    body_differs: true,
    external_id: '"body_differs":false,"incident_id":"\u0001"',
  })
  expect(entry!.receipts[0]!.root).toBe(leafHash(row!.record).toString('hex'))
})

test('without an event id, only an identical delivery is a replay', async () => {
  const t = nowSeconds()
  const body = '{"title":"No id"}'
  expect((await send(at.baseUrl, endpoint, body, { t })).status).toBe(201)
  expect((await send(at.baseUrl, endpoint, body, { t })).text).toBe('{"received":true,"replay":true}')
  expect((await send(at.baseUrl, endpoint, body, { t: t - 1 })).status).toBe(201)
  expect((await send(at.baseUrl, endpoint, '{"title": "No id"}', { t })).status).toBe(201)
})

test('an event time after the receipt is replaced by the time of receipt, and the incident notes it', async () => {
  await send(at.baseUrl, endpoint, { title: 'Future', occurred_at: '2099-01-01T00:00:00Z', external_id: 'f' })
  const future = await newestIncident()
  expect(future.detected_at).toBe(future.source.received_at)
  expect(future.source.occurred_at).toBe('2099-01-01T00:00:00.000Z')
  expect(future.source.notes).toEqual([expect.stringContaining('after its receipt')])
  await send(at.baseUrl, endpoint, { title: 'No time', external_id: 'g' })
  const none = await newestIncident()
  expect(none.detected_at).toBe(none.source.received_at)
  expect(none.source.notes).toEqual([expect.stringContaining('carried no time')])
  expect(none).toMatchObject({ severity: 'unknown', is_significant: false, source: { occurred_at: null } })
})

test('a path below the webhook that is no delivery is handled by the REST API', async () => {
  for (const [method, path] of [
    ['GET', endpoint.path],
    ['PUT', endpoint.path],
    ['POST', `${endpoint.path}/x`],
    ['POST', '/api/v1/webhooks/incidents/'],
    ['POST', '/api/v1/webhooks/incidents'],
  ] as const) {
    const options = { method, ...(method === 'GET' ? {} : { body: '{}' }) }
    expect((await call(at.baseUrl, path, options)).status).toBe(401)
    expect((await call(at.baseUrl, path, { ...options, key: at.organization.key })).status).toBe(404)
  }
})
