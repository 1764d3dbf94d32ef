import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { bootWebhook } from './support/boot.ts'
import type { Administration, TestEndpoint } from './support/endpoint.ts'
import { countsOf, entriesOf } from './support/evidence.ts'
import { nowSeconds, send, signatureOf } from './support/send.ts'

let at: TestInstallation
let second: TestInstallation
let admin: Administration
let endpoint: TestEndpoint
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
  const { ATTESTRY_CLIENT_TOKEN } = at.env
  second = await bootInstallation({ databaseUrl: at.databaseUrl, env: { ATTESTRY_CLIENT_TOKEN } })
  endpoint = await admin.make()
})
afterAll(async () => {
  await second.stop()
  await at.stop()
})

const counts = () => countsOf(at.databaseUrl, at.organization.id)

/** Sends 50 at once and tells how often each answer came. */
async function fifty(bodyOf: (n: number) => string, baseUrls: string[]) {
  const t = nowSeconds()
  const before = await counts()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => send(baseUrls[n % baseUrls.length]!, endpoint, bodyOf(n), { t })),
  )
  const after = await counts()
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  return {
    created: answers.filter(({ status, text }) => status === 201 && text === '{"received":true}').length,
    replays: answers.filter(
      ({ status, text }) => status === 200 && text === '{"received":true,"replay":true}',
    ).length,
    incidents: after.incidents - before.incidents,
    deliveries: after.deliveries - before.deliveries,
    entries: after.entries - before.entries,
    distinctRequests: new Set(ids).size,
  }
}

const ONE_OF_FIFTY = {
  created: 1,
  replays: 49,
  incidents: 1,
  deliveries: 50,
  entries: 50,
  distinctRequests: 50,
}

test('50 identical simultaneous deliveries give one incident, 49 replays and 50 audit entries', async () => {
  expect(await fifty(() => '{"title":"fifty","external_id":"fifty"}', [at.baseUrl])).toEqual(ONE_OF_FIFTY)
})

test('50 identical simultaneous deliveries over two gateways give one incident and 49 replays', async () => {
  const both = [at.baseUrl, second.baseUrl]
  expect(await fifty(() => '{"title":"two","external_id":"two gateways"}', both)).toEqual(ONE_OF_FIFTY)
})

test('50 simultaneous deliveries of one event with different bodies give one incident and 49 replays', async () => {
  const both = [at.baseUrl, second.baseUrl]
  expect(await fifty((n) => `{"title":"body ${n}","external_id":"bodies"}`, both)).toEqual(ONE_OF_FIFTY)
})

test('50 identical simultaneous deliveries without an event id give one incident and 49 replays', async () => {
  expect(await fifty(() => '{"title":"no id"}', [at.baseUrl, second.baseUrl])).toEqual(ONE_OF_FIFTY)
})

test('50 simultaneous deliveries of different events give 50 incidents', async () => {
  expect(await fifty((n) => `{"title":"all","external_id":"all ${n}"}`, [at.baseUrl])).toMatchObject({
    created: 50,
    incidents: 50,
  })
})

test('many events, each delivered many times over two gateways in any order, do not deadlock', async () => {
  const before = await counts()
  const jobs = Array.from({ length: 200 }, (_, n) => (n * 7) % 20)
  const answers = await Promise.all(
    jobs.map((event, n) =>
      send(n % 2 ? at.baseUrl : second.baseUrl, endpoint, `{"title":"e","external_id":"mixed ${event}"}`),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(180)
  expect((await counts()).incidents - before.incidents).toBe(20)
})

test('the same event id at another endpoint is no replay', async () => {
  const body = '{"title":"mine","external_id":"shared"}'
  const sibling = await admin.make()
  expect((await send(at.baseUrl, endpoint, body)).status).toBe(201)
  expect((await send(at.baseUrl, sibling, body)).status).toBe(201)
})

describe('an alert without an event id that is sent again with a new signature', () => {
  const first = (body: string, t: number, secret = endpoint.secret) => ({
    'x-service-first-signature': signatureOf(secret, t, body),
  })

  test('is a replay if it carries its first signature, however old', async () => {
    const body = '{"title":"again, no id"}'
    const t = nowSeconds() - 250
    expect((await send(at.baseUrl, endpoint, body, { t })).status).toBe(201)
    const later = await send(second.baseUrl, endpoint, body, { headers: first(body, t) })
    expect([later.status, later.text]).toEqual([200, '{"received":true,"replay":true}'])
    const old = first(body, t - 86_400)
    expect((await send(at.baseUrl, endpoint, body, { headers: old })).status).toBe(201)
    expect((await send(second.baseUrl, endpoint, body, { t: t + 1, headers: old })).status).toBe(200)
  })

  test('is another alert without its first signature', async () => {
    const body = '{"title":"twice, no id"}'
    const t = nowSeconds()
    expect((await send(at.baseUrl, endpoint, body, { t: t - 30 })).status).toBe(201)
    expect((await send(at.baseUrl, endpoint, body, { t })).status).toBe(201)
  })

  test.each([
    ['of another secret', (body: string, t: number) => first(body, t, 'whsec_other')],
    ['of another body', (_: string, t: number) => first('{"title":"x"}', t)],
    ['later than its own', (body: string, t: number) => first(body, t + 1)],
    ['that is invalid', () => ({ 'x-service-first-signature': 'yes' })],
  ])('is refused with a first signature %s', async (name, headersOf) => {
    const body = JSON.stringify({ title: name })
    const t = nowSeconds() - 1
    const answer = await send(at.baseUrl, endpoint, body, { t, headers: headersOf(body, t) })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
    expect((await send(at.baseUrl, endpoint, body, { t })).status).toBe(201)
  })
})

describe('the idempotency period of a webhook endpoint', () => {
  const body = '{"title":"period","external_id":"period"}'
  const age = (id: string, seconds: number) =>
    sql(
      at.databaseUrl,
      'update ledger.events_seen set first_at = now() - make_interval(secs => $2) where endpoint_id = $1',
      [id, seconds],
    )

  test('makes a delivery a replay until its end, and then a new incident that is replayed in turn', async () => {
    const own = await admin.make({ idempotencyHours: 1 })
    const status = async () => (await send(at.baseUrl, own, body)).status
    expect(await status()).toBe(201)
    await age(own.id, 3590)
    expect(await status()).toBe(200)
    await age(own.id, 3600)
    expect(await status()).toBe(201)
    expect(await status()).toBe(200)
    const { deliveries } = await admin.taken(own.id)
    const [fourth, third, secondCall, first] = deliveries
    expect(secondCall!.incidentId).toBe(first!.incidentId)
    expect(third!.incidentId).not.toBe(first!.incidentId)
    expect(fourth!.incidentId).toBe(third!.incidentId)
  })

  test('admits one of 50 simultaneous deliveries after its end as one new incident', async () => {
    const own = await admin.make({ idempotencyHours: 1 })
    await send(at.baseUrl, own, body)
    await age(own.id, 3601)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => send(n % 2 ? at.baseUrl : second.baseUrl, own, body)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49)
  })

  test('takes effect at once when it is changed', async () => {
    const own = await admin.make({ idempotencyHours: 1 })
    await send(at.baseUrl, own, body)
    await age(own.id, 2 * 3600)
    const change = { id: own.id, idempotencyHours: 3 }
    await admin.webhooks.updateWebhookEndpoint(change, admin.as('updateWebhookEndpoint'))
    expect((await send(at.baseUrl, own, body)).status).toBe(200)
  })
})

test('a delivery refused with 422 does not use up its event id', async () => {
  const id = 'freed'
  expect((await send(at.baseUrl, endpoint, { title: '', external_id: id })).status).toBe(422)
  expect((await send(at.baseUrl, endpoint, { title: 'Now', external_id: id })).status).toBe(201)
})

test('large webhook bodies sent in parallel are stored byte for byte', async () => {
  const bodies = Array.from(
    { length: 12 },
    (_, n) => `{"title":"large ${n}","x":"${String(n).repeat(400_000)}"}`,
  )
  const answers = await Promise.all(bodies.map((body) => send(at.baseUrl, endpoint, body)))
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201))
  for (const [n, answer] of answers.entries()) {
    const [row] = await sql<{ body: Buffer }>(
      at.databaseUrl,
      'select body from ledger.deliveries where id = $1',
      [answer.headers.get('x-request-id')],
    )
    expect(row!.body.toString()).toBe(bodies[n])
  }
})

test('a notification without a firing alert is accepted and logged, and opens no incident', async () => {
  const before = await counts()
  const notification = {
    version: '4',
    groupKey: '{}:{alertname="Down"}',
    status: 'resolved',
    commonLabels: { alertname: 'Down' },
    alerts: [
      {
        status: 'resolved',
        labels: { alertname: 'Down' },
        annotations: {},
        startsAt: '2026-02-01T00:00:00Z',
        fingerprint: 'a',
      },
    ],
  }
  const answer = await send(at.baseUrl, endpoint, notification, { format: 'vendor_siem' })
  expect(answer.status).toBe(200)
  expect(answer.text).toBe('{"received":true}')
  expect(await counts()).toEqual({
    ...before,
    deliveries: before.deliveries + 1,
    entries: before.entries + 1,
  })
  const [entry] = await entriesOf(at.databaseUrl, answer.headers.get('x-request-id'))
  expect(entry).toMatchObject({ outcome: 'ok', details: { reason: 'resolved' } })
})
