import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { MIGRATIONS } from '../../gateway/cli/process/migrations.ts'
import { MIGRATE_LOCK, migrate, type ServiceMigrations } from '../../services/kernel/database/migrate.ts'
import { type Log, silentLog } from '../../services/kernel/logging/log.ts'
import { createDatabase, sql } from '../harness/database.ts'

/** All migrations, with one more of evidence that has these statements. */
const withOneMore = (...statements: string[]): ServiceMigrations[] =>
  MIGRATIONS.map(({ service, migrations }) => ({
    service,
    migrations: service === 'evidence' ? [...migrations, { name: '900-one-more', statements }] : migrations,
  }))

test('a failing migration is named, leaves nothing behind, and runs as a whole the next time', async () => {
  const url = await createDatabase(inject('clusterUrl'), `failing_${process.pid}`)
  const made = 'create table evidence.one_more (n integer)'
  await expect(migrate(url, withOneMore(made, 'select 1 / 0'))).rejects.toThrow(
    'migration 900-one-more of evidence: division by zero',
  )
  expect(await sql(url, `select to_regclass('evidence.one_more') as found`)).toEqual([{ found: null }])
  expect(await sql(url, 'select name from ledger.migrations order by id')).toEqual(
    MIGRATIONS[0]!.migrations.map(({ name }) => ({ name })),
  )
  const repaired = withOneMore(made, 'insert into evidence.one_more values (1)')
  // Processes that start at once wait for each other, and one of them runs what is missing.
  await Promise.all([migrate(url, repaired), migrate(url, repaired), migrate(url, repaired)])
  await migrate(url, repaired)
  expect(await sql(url, 'select n from evidence.one_more')).toEqual([{ n: 1 }])
  expect(await sql(url, `select name from evidence.migrations where name = '900-one-more'`)).toHaveLength(1)
})

test('a process of an older version warns that a newer one has migrated the database, and runs', async () => {
  const url = await createDatabase(inject('clusterUrl'), `newer_${process.pid}`)
  await migrate(url, withOneMore('create table evidence.one_more (n integer)'))
  const warn = vi.fn()
  const wait = { seconds: 0, log: { ...silentLog, warn } as unknown as Log }
  await migrate(url, withOneMore('create table evidence.one_more (n integer)'), wait)
  expect(warn).not.toHaveBeenCalled()
  await migrate(url, MIGRATIONS, wait)
  expect(warn.mock.calls).toEqual([
    [{ migrations: ['evidence 900-one-more'] }, expect.stringContaining('a newer version has migrated')],
  ])
})

test('a migration waits for another process that migrates, until a stop', async () => {
  const url = await createDatabase(inject('clusterUrl'), `waiting_${process.pid}`)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [MIGRATE_LOCK])
  const waiting = `select count(distinct pid)::int as n from pg_locks
    where locktype = 'advisory' and objid = ${MIGRATE_LOCK} and not granted`
  const waits = (n: number) =>
    vi.waitFor(async () => expect((await other.query(waiting)).rows).toEqual([{ n }]), 20_000)
  const stopping = new AbortController()
  const wait = { seconds: 60, log: silentLog, signal: stopping.signal }
  const stopped = expect(migrate(url, MIGRATIONS, wait)).rejects.toThrow(/^stopped$/)
  const patient = migrate(url, MIGRATIONS)
  await waits(2)
  stopping.abort()
  await stopped
  await waits(1)
  await other.query('select pg_advisory_unlock($1)', [MIGRATE_LOCK])
  await patient
  await other.end()
  const names = MIGRATIONS[0]!.migrations.map(({ name }) => ({ name }))
  expect(await sql(url, 'select name from ledger.migrations order by id')).toEqual(names)
})
