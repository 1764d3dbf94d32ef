import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import type { ServiceName } from '../identity/access.ts'
import type { Log } from '../logging/log.ts'
import { sqlState } from './errors.ts'
import { prepareSql } from './prepare.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { stoppable, stopped } from './stoppable.ts'
import { type DatabaseWait, NO_WAIT, untilAnswered } from './until-answered.ts'

/** A service's migrations in order, each a named list of statements. A migration that has landed never changes. */
export type ServiceMigrations = { service: ServiceName; migrations: { name: string; statements: string[] }[] }

/**
 * Brings a database up to date: roles and schemas first, then each service's migrations in the order given, all as the connecting
 * user (the owner), those of a service in one transaction. Two processes that migrate at the same time wait for each other. Calls
 * never wait for a migration that itself waits for a lock: the migration gives up its locks and tries again until it is stopped.
 *
 * @param wait how long to wait for a database that does not answer; its log names what a migration waits for
 */
export async function migrate(
  url: string,
  services: readonly ServiceMigrations[],
  wait: DatabaseWait = NO_WAIT,
): Promise<void> {
  const client = await untilAnswered(wait, () => connect(url, wait.signal))
  try {
    await client.query(SESSION_SETTINGS)
    await client.query(prepareSql())
    if (await isUpToDate(client, services, wait.log)) return
    for (const migrations of services)
      await untilUndisturbed(client, migrations.service, wait, (lockTimeoutMs) =>
        runMissing(client, migrations, lockTimeoutMs, wait.signal),
      )
  } finally {
    await client.end()
  }
}

function connect(url: string, signal?: AbortSignal): Promise<ClientBase & { end(): Promise<void> }> {
  return stoppable(signal, async (stream) => {
    const limits = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS }
    const client = new pg.Client({ connectionString: url, ...limits, stream })
    // An error that breaks the connection also rejects the query in progress.
    client.on('error', () => {})
    await client.connect()
    return client
  })
}

/** @param log where migrations that this version does not know are reported: during an upgrade they are expected */
async function isUpToDate(
  client: ClientBase,
  services: readonly ServiceMigrations[],
  log: Log,
): Promise<boolean> {
  const tables = services.map(({ service }) => tableOf(service))
  const { rows } = await client.query<{ missing: boolean }>(
    'select bool_or(to_regclass(name) is null) as missing from unnest($1::text[]) as t (name)',
    [tables],
  )
  if (rows[0]!.missing) return false
  const done = await client.query<{ service: string; name: string }>(
    services
      .map(({ service }) => `select '${service}' as service, name from ${tableOf(service)}`)
      .join(' union all '),
  )
  const names = new Set(done.rows.map(({ service, name }) => `${service} ${name}`))
  const known = new Set(
    services.flatMap(({ service, migrations }) => migrations.map(({ name }) => `${service} ${name}`)),
  )
  const unknown = [...names].filter((name) => !known.has(name))
  if (unknown.length > 0)
    log.warn({ migrations: unknown }, 'a newer version has migrated the database; this one is older than it')
  return services.every(({ service, migrations }) =>
    migrations.every(({ name }) => names.has(`${service} ${name}`)),
  )
}

/**
 * Tries again while other transactions hold locks that the migrations of a service need. While a migration waits for a table,
 * every call that uses the table waits behind it, and a dump or an export may read for a long time.
 */
async function untilUndisturbed(
  client: ClientBase,
  service: ServiceName,
  { log, signal }: DatabaseWait,
  attempt: (lockTimeoutMs: number) => Promise<void>,
): Promise<void> {
  let lockTimeoutMs = LOCK_TIMEOUT_MS
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(lockTimeoutMs)
    } catch (error) {
      if (!DISTURBED.has(sqlState(error) ?? '')) throw error
      await client.query('rollback')
      if (attempts % ATTEMPTS_A_LINE === 1)
        log.warn(
          { service, attempts },
          'a migration waits for transactions that use its tables; trying again',
        )
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
      if (signal?.aborted) throw stopped(error)
      lockTimeoutMs = await nextLockTimeout(client, service)
    }
  }
}

/**
 * The lock timeout of the next attempt. While a table of the service is being vacuumed, it is a little longer than
 * `deadlock_timeout`: PostgreSQL ends an autovacuum, which may take hours, only for a session that waits that long. No call takes
 * the lock that a vacuum holds.
 */
async function nextLockTimeout(client: ClientBase, service: ServiceName): Promise<number> {
  const { rows } = await client.query<{ ms: number }>({
    text: `
      select extract(epoch from current_setting('deadlock_timeout')::interval)::float8 * 1000 as ms
      from pg_locks l join pg_class c on c.oid = l.relation
      where l.locktype = 'relation' and l.mode = 'ShareUpdateExclusiveLock' and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
        and c.relnamespace = $1::regnamespace limit 1`,
    values: [service],
  })
  const [found] = rows
  return found === undefined ? LOCK_TIMEOUT_MS : Math.min(Math.ceil(found.ms), LONGEST_MS) + LOCK_TIMEOUT_MS
}

/** Each migration is sent to the server as one message, because a new database runs all of some 400 statements. */
async function runMissing(
  client: ClientBase,
  { service, migrations }: ServiceMigrations,
  lockTimeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  await beginAlone(client, signal)
  if (lockTimeoutMs !== LOCK_TIMEOUT_MS) await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
  await client.query(`
    create table if not exists ${tableOf(service)} (
      id serial primary key,
      name varchar(255) not null,
      executed_at timestamptz(6) not null default current_timestamp(6)
    )`)
  const { rows } = await client.query<{ name: string }>(`select name from ${tableOf(service)}`)
  const done = new Set(rows.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !done.has(name))
  for (const { name, statements } of missing)
    await client.query(statements.join(';\n')).catch((error) => {
      if (sqlState(error) === undefined) throw error
      throw new Error(`migration ${name} of ${service}: ${error.message}`, { cause: error })
    })
  await client.query(
    `insert into ${tableOf(service)} (name) select name from unnest($1::text[]) with ordinality as m (name, n) order by n`,
    [missing.map(({ name }) => name)],
  )
  await client.query('commit')
}

/**
 * Begins a transaction once no other process migrates, however long that takes. A stop ends the wait. Unless the caller sets
 * another time, its statements wait for locks for less than `deadlock_timeout` (1 s). After that time, if a call and the
 * migration wait for each other, PostgreSQL would end the call.
 */
async function beginAlone(client: ClientBase, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    try {
      await client.query(
        `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; select pg_advisory_xact_lock(${MIGRATE_LOCK})`,
      )
      return
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
      if (signal?.aborted) throw stopped(error)
      await client.query('rollback')
    }
  }
}

function tableOf(service: ServiceName): string {
  return `${service}.migrations`
}

const CONNECTION_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 500
const PAUSE_MS = 2000
/** No call waits longer for a migration, whatever `deadlock_timeout` is. */
const LONGEST_MS = 5000
/** About one log line a minute. */
const ATTEMPTS_A_LINE = 24
const LOCK_NOT_AVAILABLE = '55P03'
/** Includes deadlock_detected, where PostgreSQL ended the migration and not a call. */
const DISTURBED: ReadonlySet<string> = new Set([LOCK_NOT_AVAILABLE, '40P01'])
/** The advisory lock of the process that migrates. */
export const MIGRATE_LOCK = 7_244_002
