import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { freePort } from '../harness/ports.ts'
import { call } from '../harness/rest.ts'
import { type Served, serve } from '../process/support/serve.ts'
import { expectNothingLost } from './support/expectations.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'
import { startLoad } from './support/load.ts'

let fixture: Fixture
let served: Served
beforeEach(async () => {
  fixture = await makeFixture()
  served = await serve({ ...fixture.scene.env, PORT: String(await freePort()) })
})
afterEach(async () => {
  await served.end('SIGKILL')
  await fixture.clear()
})

const incident = (title: string) =>
  call(served.baseUrl, '/api/v1/incidents', {
    key: fixture.scene.organization.key,
    body: { title, severity: 'low' },
  })

test('while PostgreSQL is away, calls answer 500 with Retry-After, /readyz fails, and nothing is lost afterwards', async () => {
  const load = startLoad(served.baseUrl, fixture.scene)
  await load.more(2)
  await fixture.postgres.stop()
  for (const began = performance.now(); performance.now() - began < 3000; await sleep(100)) {
    const { status, headers, body } = await incident('while it is away')
    expect({ status, code: body.error.code }).toEqual({ status: 500, code: 'internal_error' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const readiness = await call(served.baseUrl, '/readyz')
  expect(readiness.status).toBe(503)
  expect(readiness.body.missing).toContain('ledger')
  expect((await call(served.baseUrl, '/healthz')).status).toBe(200)
  await fixture.startPostgres()
  await load.more(2)
  const sent = await load.stop()
  expect(sent.faults.length).toBeGreaterThan(0)
  for (const { headers } of sent.faults) expect(headers.get('retry-after')).not.toBeNull()
  expect((await call(served.baseUrl, '/readyz')).status).toBe(200)
  await expectNothingLost(served.baseUrl, fixture.scene, sent)
  expect(await served.end('SIGTERM')).toBe(0)
})

test('while one table is locked, its calls answer 500 with Retry-After and write nothing, and others work', async () => {
  const holder = new pg.Client({ connectionString: fixture.postgres.url })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin; lock table ledger.incidents in exclusive mode')
  const held = Promise.all(Array.from({ length: 60 }, (_, i) => incident(`held ${i}`)))
  const { key } = fixture.scene.organization
  for (let i = 0; i < 20; i++)
    expect(
      (await call(served.baseUrl, `/api/v1/gate-status/${fixture.scene.systemId}`, { key })).status,
    ).toBe(200)
  const answers = await held
  for (const { status, headers } of answers) {
    expect(status).toBe(500)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await holder.query('rollback')
  await holder.end()
  expect((await incident('afterwards')).status).toBe(201)
  const [row] = await sql<{ n: string }>(
    fixture.postgres.url,
    `select count(*) as n from ledger.incidents where record::jsonb ->> 'title' like 'held %'`,
  )
  expect(row!.n).toBe('0')
})
