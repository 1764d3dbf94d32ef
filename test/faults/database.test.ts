import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '../harness/rest.ts'
import { expectRecovered, type LoadedInstallation, startLoaded } from './support/installation.ts'
import { processesOf } from './support/processes.ts'

let at: LoadedInstallation
beforeEach(async () => {
  at = await startLoaded()
})
afterEach(() => at.stop())

test('while PostgreSQL is frozen, calls answer 500 with Retry-After, and the process recovers by itself', async () => {
  const frozen = await processesOf(at.fixture.postgres.pid)
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  try {
    const readiness = await call(at.served.baseUrl, '/readyz')
    expect({ status: readiness.status, missing: readiness.body.missing }).toMatchObject({ status: 503 })
    expect((await call(at.served.baseUrl, '/healthz')).status).toBe(200)
    await at.load.moreFaults(6)
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  }
  await expectRecovered(at)
})

test('while ledger.entries is locked, hundreds of calls answer 500 with Retry-After and write nothing', async () => {
  const holder = new pg.Client({ connectionString: at.fixture.postgres.url })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin; lock table ledger.entries in exclusive mode')
  const { key } = at.fixture.scene.organization
  const incident = (n: number) =>
    call(at.served.baseUrl, '/api/v1/incidents', { key, body: { title: `held ${n}`, severity: 'low' } })
  // Fewer than the connections that the gateway gives one address.
  const answers = await Promise.all(Array.from({ length: 800 }, (_, n) => incident(n)))
  for (const { status, headers, body } of answers) {
    expect({ status, code: body.error.code }).toEqual({ status: 500, code: 'internal_error' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await holder.query('rollback')
  const { rows } = await holder.query(
    `select count(*)::int as n from ledger.incidents where record::jsonb ->> 'title' like 'held %'`,
  )
  expect(rows[0].n).toBe(0)
  await holder.end()
  await expectRecovered(at)
})

test('while all of PostgreSQL’s connections are taken, calls answer 500 with Retry-After until one is free', async () => {
  const others = await takeAll(at.fixture.postgres.url)
  await at.load.moreFaults(6)
  await Promise.all(others.map((client) => client.end()))
  await expectRecovered(at)
})

/** Occupies every connection of the server, including those of Attestry. */
async function takeAll(connectionString: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      taken.push(client)
    } catch {
      const ours = `from pg_stat_activity where application_name like 'attestry-%'`
      const { rows } = await taken[0]!.query(`select pg_terminate_backend(pid) ${ours}`)
      if (rows.length === 0) return taken
    }
  }
}
