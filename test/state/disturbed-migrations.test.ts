import pg from 'pg'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { MIGRATE_LOCK, migrate, type ServiceMigrations } from '../../services/kernel/database/migrate.ts'
import { createDatabase, sql } from '../harness/database.ts'

// Transactions that others have open on the tables that a migration changes.
const FIRST: ServiceMigrations[] = [
  {
    service: 'ledger',
    migrations: [
      { name: '1', statements: ['create table ledger.a (n integer)', 'create table ledger.b (n integer)'] },
    ],
  },
]
const after = (...statements: string[]): ServiceMigrations[] => [
  { service: 'ledger', migrations: [...FIRST[0]!.migrations, { name: '2', statements }] },
]

const others: pg.Client[] = []
afterEach(async () => {
  await Promise.all(others.splice(0).map((client) => client.end()))
})

test('a migration releases a table that a reader holds between its attempts, so that other calls proceed', async () => {
  const { url, reader, wait, lines } = await scene('held')
  await reader.query('begin; lock table ledger.b in access share mode')
  const migrated = migrate(
    url,
    after('alter table ledger.a add m integer', 'alter table ledger.b add m integer'),
    wait,
  )
  await vi.waitFor(() => expect(lines).toEqual(['ledger']), WAIT)
  // The reader is still there, and the migration tries again and again.
  await sql(url, 'insert into ledger.a values (1)')
  await sql(url, 'insert into ledger.b values (1)')
  await reader.query('commit')
  await migrated
  expect(await sql(url, 'select a.n, a.m, b.m as o from ledger.a, ledger.b')).toEqual([
    { n: 1, m: null, o: null },
  ])
  expect(await sql(url, 'select name from ledger.migrations order by id')).toEqual([
    { name: '1' },
    { name: '2' },
  ])
})

test('a stop ends a migration that waits for a table, and leaves nothing behind', async () => {
  const { url, reader, wait, lines, stopping } = await scene('stopped')
  await reader.query('begin; lock table ledger.b in access share mode')
  const migrated = migrate(
    url,
    after('alter table ledger.a add m integer', 'alter table ledger.b add m integer'),
    wait,
  )
  await vi.waitFor(() => expect(lines).toEqual(['ledger']), WAIT)
  stopping.abort()
  await expect(migrated).rejects.toThrow(/^stopped$/)
  expect(await sql(url, 'select name from ledger.migrations')).toEqual([{ name: '1' }])
})

test('a migration that PostgreSQL ends because of a deadlock runs again', async () => {
  const { url, reader, wait, lines } = await scene('deadlock')
  const gate = await client(url)
  await gate.query('select pg_advisory_lock(1)')
  // Only the migration looks for deadlocks, and soon enough to find this one before it gives the table up.
  await reader.query(`begin; set local deadlock_timeout = '1h'; lock table ledger.b in access share mode`)
  const migrated = migrate(
    url,
    after(
      `set local lock_timeout = 0; set local deadlock_timeout = '10ms'; lock table ledger.a`,
      `select pg_advisory_xact_lock(1)`,
      'alter table ledger.b add m integer',
    ),
    wait,
  )
  const waiting = (sort: string) => vi.waitFor(async () => expect(await waitsFor(gate, sort)).toBe(1), WAIT)
  await waiting('advisory')
  const inserted = reader.query('insert into ledger.a values (1); commit')
  await waiting('relation')
  await gate.query('select pg_advisory_unlock(1)')
  await inserted
  await migrated
  expect(lines).toEqual(['ledger'])
  expect(await sql(url, 'select m from ledger.b')).toEqual([])
  expect(await sql(url, 'select n from ledger.a')).toEqual([{ n: 1 }])
})

test('a migration waits for a vacuum until PostgreSQL ends it', async () => {
  const { url, reader, wait } = await scene('vacuumed')
  const observer = await client(url)
  await reader.query('begin; lock table ledger.b in share update exclusive mode')
  const migrated = migrate(url, after('alter table ledger.b add m integer'), wait)
  // PostgreSQL looks whether it is an autovacuum after deadlock_timeout.
  await vi.waitFor(async () => {
    const { rows } =
      await observer.query(`select from pg_locks where not granted and relation = 'ledger.b'::regclass
      and clock_timestamp() - waitstart > current_setting('deadlock_timeout')::interval`)
    expect(rows).toHaveLength(1)
  }, WAIT)
  await reader.query('commit')
  await migrated
  expect(await sql(url, 'select name from ledger.migrations order by id')).toEqual([
    { name: '1' },
    { name: '2' },
  ])
})

async function scene(name: string) {
  const url = await createDatabase(inject('clusterUrl'), `disturbed_${name}_${process.pid}`)
  await migrate(url, FIRST)
  const lines: unknown[] = []
  const stopping = new AbortController()
  const log = { warn: ({ service }: { service: string }) => lines.push(service) } as never
  return {
    url,
    reader: await client(url),
    wait: { seconds: 0, log, signal: stopping.signal },
    lines,
    stopping,
  }
}

async function client(url: string): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: url })
  await made.connect()
  others.push(made)
  return made
}

async function waitsFor(run: pg.Client, sort: string): Promise<number> {
  const { rows } = await run.query<{ n: number }>(
    `select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and l.locktype = $1 and not l.granted and l.objid is distinct from ${MIGRATE_LOCK}`,
    [sort],
  )
  return rows[0]!.n
}

const WAIT = { timeout: 120_000, interval: 20 }
