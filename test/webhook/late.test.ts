import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rpc } from '../harness/control.ts'
import { cloneDatabase, sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { bootWebhook } from './support/boot.ts'
import { type Administration, type TestEndpoint, WebhookFormat } from './support/endpoint.ts'
import { send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
let endpoint: TestEndpoint
let databaseUrl: string
let passedMs = 0
beforeAll(async () => {
  databaseUrl = await cloneDatabase(inject('clusterUrl'))
  const clock = { now: () => new Date(Date.now() + passedMs) }
  ;({ at, admin } = await bootWebhook({ databaseUrl, clock }))
  endpoint = await admin.make()
})
afterAll(() => at.stop())

const verified = async () => {
  const { session } = at.organization.admin
  return (await rpc(at.baseUrl, 'attestry.ledger.v1.LogService/VerifyLog', { session })).body
}

test('a delivery that waited for two minutes writes nothing, and the log with its refusal verifies', async () => {
  const large = (n: number) => ({ title: `large ${n}`, external_id: `large ${n}`, more: 'x'.repeat(70_000) })
  const blocker = new pg.Client({ connectionString: databaseUrl })
  await blocker.connect()
  await blocker.query('begin; lock table ledger.events_seen in access exclusive mode')
  const first = send(at.baseUrl, endpoint, large(1))
  const waiting = "select pid from pg_locks where relation = 'ledger.events_seen'::regclass and not granted"
  await expect.poll(async () => (await sql(databaseUrl, waiting)).length).toBe(1)
  const others = Array.from({ length: 21 }, (_, n) => send(at.baseUrl, endpoint, large(n + 2)))
  // One is refused where twenty wait.
  expect((await Promise.race(others)).status).toBe(429)
  passedMs = 120_000
  await blocker.query('rollback')
  await blocker.end()
  expect((await first).status).toBe(201)
  const late = (await Promise.all(others)).filter(({ status }) => status !== 429)
  expect(late.map(({ status }) => status)).toEqual(Array(20).fill(500))
  expect(late.map(({ headers }) => Number(headers.get('retry-after')))).toEqual(Array(20).fill(5))
  passedMs = 0
  expect(await verified()).toMatchObject({ ok: true })
  expect((await send(at.baseUrl, endpoint, large(2))).status).toBe(201)
})

test('deliveries written two minutes late count their idempotency period from the call, and the log verifies', async () => {
  passedMs = -120_000
  const waited = { title: 'waited', external_id: 'waited' }
  const firing = (name: string) => ({
    ...{ status: 'firing', labels: { alertname: name }, annotations: { summary: name } },
    ...{ startsAt: '2026-02-01T10:00:00Z', fingerprint: name },
  })
  const group = { version: '4', groupKey: 'g', receiver: 'r', status: 'firing', externalURL: 'http://am' }
  const two = { ...group, groupLabels: {}, commonLabels: {}, alerts: ['one', 'other'].map(firing) }
  const vendor = await admin.make({ format: WebhookFormat.VENDOR_SIEM })
  expect((await send(at.baseUrl, endpoint, waited)).status).toBe(201)
  expect((await send(at.baseUrl, vendor, two)).status).toBe(201)
  const run = { run_ref: 'waited', agent_identity: 'nobody knows it', started_at: new Date().toISOString() }
  const { key } = at.organization
  const headers = { 'idempotency-key': 'waited' }
  expect((await call(at.baseUrl, '/api/v1/agent-runs', { key, headers, body: run })).status).toBe(201)
  passedMs = 0
  expect((await send(at.baseUrl, endpoint, waited)).status).toBe(200)
  const late = "select 1 from ledger.events_seen where first_at <= now() - interval '2 minutes'"
  expect(await sql(databaseUrl, late)).toHaveLength(3)
  expect(await verified()).toMatchObject({ ok: true })
})
