import pg, { type ClientBase } from 'pg'
import type { ServiceName } from '../identity/access.ts'
import { sqlState } from './errors.ts'
import { prepareSql } from './prepare.ts'
import { stoppable, stopped } from './stoppable.ts'
import { type DatabaseWait, NO_WAIT, untilAnswered } from './until-answered.ts'

/** A service's migrations in order, each a named list of statements. A migration that has landed never changes. */
export type ServiceMigrations = { service: ServiceName; migrations: { name: string; statements: string[] }[] }

/**
 * Brings a database up to date: roles and schemas first, then each service's migrations in the order given, all as
 * the connecting user (the owner), those of a service in one transaction. Two processes that do this at once wait for each other.
 *
 * @param wait how long a database is waited for that does not answer
 */
export async function migrate(
  url: string,
  services: readonly ServiceMigrations[],
  wait: DatabaseWait = NO_WAIT,
): Promise<void> {
  const client = await untilAnswered(wait, () => connect(url, wait.signal))
  try {
    await client.query(prepareSql())
    if (await isUpToDate(client, services)) return
    for (const migrations of services) await runMissing(client, migrations, wait.signal)
  } finally {
    await client.end()
  }
}

function connect(url: string, signal?: AbortSignal): Promise<ClientBase & { end(): Promise<void> }> {
  return stoppable(signal, async (stream) => {
    const limits = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS }
    const client = new pg.Client({ connectionString: url, ...limits, stream })
    // What breaks the connection rejects the query that runs.
    client.on('error', () => {})
    await client.connect()
    return client
  })
}

async function isUpToDate(client: ClientBase, services: readonly ServiceMigrations[]): Promise<boolean> {
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
  return services.every(({ service, migrations }) =>
    migrations.every(({ name }) => names.has(`${service} ${name}`)),
  )
}

/** Each migration goes to the server as one message: there are some 400 statements, and a new database runs all of them. */
async function runMissing(
  client: ClientBase,
  { service, migrations }: ServiceMigrations,
  signal: AbortSignal | undefined,
): Promise<void> {
  await beginAlone(client, signal)
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

/** Begins a transaction once no other process migrates, however long that takes. A stop ends the waiting. */
async function beginAlone(client: ClientBase, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    try {
      await client.query(
        `begin; set local lock_timeout = 500; select pg_advisory_xact_lock(${MIGRATE_LOCK}); set local lock_timeout to default`,
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
const LOCK_NOT_AVAILABLE = '55P03'
/** The advisory lock of the process that migrates. */
export const MIGRATE_LOCK = 7_244_002
