import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../services/local/postgres.ts'
import { sql } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { freePort, type Served, serve } from '../process/support/serve.ts'
import { expectNothingLost } from './support/expectations.ts'
import { startLoad } from './support/load.ts'
import { makeScene, type Scene } from './support/scene.ts'

let directory: string
let postgres: LocalPostgres
let scene: Scene
let served: Served
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'attestry-outage-'))
  await chmod(directory, 0o711)
  postgres = await startLocalPostgres({ dataDir: join(directory, 'database'), log: () => {} })
  const env = { ...inject('kms'), ATTESTRY_DATA_DIR: join(directory, 'data') }
  scene = await makeScene({ databaseUrl: postgres.url, env })
  served = await serve({ ...scene.env, PORT: String(await freePort()) })
})
afterEach(async () => {
  await served.end('SIGKILL')
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
})

const incident = (title: string) =>
  call(served.baseUrl, '/api/v1/incidents', { key: scene.organization.key, body: { title, severity: 'low' } })

test('PostgreSQL is away for seconds: 500 with Retry-After, not ready, and back by itself with nothing lost', {
  timeout: 120_000,
}, async () => {
  const load = startLoad(served.baseUrl, scene)
  await load.more(2)
  await postgres.stop()
  for (const began = performance.now(); performance.now() - began < 3000; await sleep(100)) {
    const { status, headers, body } = await incident('while it is away')
    expect({ status, code: body.error.code }).toEqual({ status: 500, code: 'internal_error' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const readiness = await call(served.baseUrl, '/readyz')
  expect(readiness.status).toBe(503)
  expect(readiness.body.missing).toContain('ledger')
  expect((await call(served.baseUrl, '/healthz')).status).toBe(200)
  postgres = await startLocalPostgres({ dataDir: join(directory, 'database'), log: () => {} })
  await load.more(2)
  const sent = await load.stop()
  expect(sent.faults.length).toBeGreaterThan(0)
  for (const { headers } of sent.faults) expect(headers.get('retry-after')).not.toBeNull()
  expect((await call(served.baseUrl, '/readyz')).status).toBe(200)
  await expectNothingLost(served.baseUrl, scene, sent)
  expect(await served.end('SIGTERM')).toBe(0)
})

test('a table that does not answer: its calls end with 500 and Retry-After and write nothing, others go on', {
  timeout: 120_000,
}, async () => {
  const holder = new pg.Client({ connectionString: postgres.url })
  await holder.connect()
  await holder.query('begin; lock table ledger.incidents in exclusive mode')
  const held = Promise.all(Array.from({ length: 60 }, (_, i) => incident(`held ${i}`)))
  const { key } = scene.organization
  for (let i = 0; i < 20; i++)
    expect((await call(served.baseUrl, `/api/v1/gate-status/${scene.systemId}`, { key })).status).toBe(200)
  const answers = await held
  for (const { status, headers } of answers) {
    expect(status).toBe(500)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await holder.query('rollback')
  await holder.end()
  expect((await incident('afterwards')).status).toBe(201)
  const [row] = await sql<{ n: string }>(
    postgres.url,
    `select count(*) as n from ledger.incidents where record::jsonb ->> 'title' like 'held %'`,
  )
  expect(row!.n).toBe('0')
})
