import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesInQueue, sql, waitingForLocks } from '../harness/database.ts'
import { inFlightAt } from '../harness/in-flight.ts'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { expectOnce, expectWhole } from './support/integrity.ts'
import { type Served, serve } from './support/serve.ts'
import { type Acknowledged, write } from './support/writers.ts'

const ROUNDS = 4

let env: NodeJS.ProcessEnv
let databaseUrl: string
let key: string
let dataDir: string
let running: Served | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attestry-crash-'))
  const at = await bootInstallation({ shape: 'one' })
  await at.stop()
  databaseUrl = at.databaseUrl
  key = at.organization.key
  env = { DATABASE_URL: databaseUrl, ATTESTRY_DATA_DIR: join(dataDir, 'data') }
})
afterAll(async () => {
  await running?.end('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test('after SIGKILL at any moment, each acknowledged write is stored once, and each write has its audit entry', async () => {
  const sent: string[] = []
  const acknowledged: Acknowledged[] = []
  for (let round = 0; round < ROUNDS; round++) {
    running = await serve(env)
    const writers = write(running.baseUrl, key, `round ${round}`)
    await writers.until(20)
    await sleep(randomInt(0, 250))
    expect(await running.end('SIGKILL')).toBe('SIGKILL')
    const written = await writers.gone()
    sent.push(...written.sent)
    acknowledged.push(...written.acknowledged)
    expect(written.refused).toEqual([])
    await expectStill()
    await expectOnce(databaseUrl, sent, acknowledged)
    await expectWhole(databaseUrl)
  }
  running = await serve(env)
  for (const { path, id, name } of acknowledged.filter((one) => one.path === '/incidents').slice(-5)) {
    expect((await call(running.baseUrl, `/api/v1${path}/${id}`, { key })).body.title).toBe(name)
  }
  await expect.poll(() => entriesInQueue(databaseUrl)).toBe(0)
  expect(await running.end('SIGTERM')).toBe(0)
  const { records } = await expectWhole(databaseUrl)
  expect(records).toBeGreaterThanOrEqual(acknowledged.length)
})

test('on SIGTERM the process finishes the calls under way and accepts no new ones', async () => {
  running = await serve(env)
  const { baseUrl } = running
  const release = await holdIncidents()
  const calls = Array.from({ length: 20 }, (_, i) =>
    call(baseUrl, '/api/v1/incidents', { key, body: { title: `drained ${i}`, severity: 'low' } }),
  )
  // Awaited below: one that breaks before is no unhandled rejection.
  const answering = Promise.all(calls)
  answering.catch(() => {})
  // All have arrived, and one of them at least waits in the database.
  await expect.poll(() => inFlightAt(baseUrl)).toBe(calls.length)
  await expect.poll(() => waitingForLocks(databaseUrl)).toBeGreaterThan(0)
  running.kill('SIGTERM')
  await expect.poll(() => running!.output()).toContain('Stopping')
  await expect
    .poll(() =>
      call(baseUrl, '/healthz').then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused')
  await release()
  const answers = await answering
  expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(201))
  expect(await running.ended).toBe(0)
  const titles = await sql<{ n: string }>(
    databaseUrl,
    `select count(*) as n from ledger.incidents where record::jsonb ->> 'title' like 'drained %'`,
  )
  expect(titles).toEqual([{ n: '20' }])
  await expectWhole(databaseUrl)
})

/** Waits until nothing that the killed process had sent still runs in the database. */
async function expectStill(): Promise<void> {
  const busy = async (): Promise<number> => {
    const [row] = await sql<{ n: string }>(
      databaseUrl,
      `select count(*) as n from pg_stat_activity where datname = current_database() and application_name like 'attestry-%'`,
    )
    return Number(row!.n)
  }
  await expect.poll(busy).toBe(0)
}

/** Keeps every write of an incident waiting until it is released. */
async function holdIncidents(): Promise<() => Promise<void>> {
  const { Client } = (await import('pg')).default
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table ledger.incidents in exclusive mode')
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}
