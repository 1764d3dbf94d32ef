import pg from 'pg'
import type { ServiceName } from '../identity/access.ts'
import { prepareSql } from './prepare.ts'

/** A service's migrations in order, each a named list of statements. A migration that has landed never changes. */
export type ServiceMigrations = { service: ServiceName; migrations: { name: string; statements: string[] }[] }

/**
 * Brings a database up to date: roles and schemas first, then each service's migrations in the order given, all as
 * the connecting user (the owner). Two processes that do this at once wait for each other. The migrator is loaded only where
 * a migration is missing, so that a start on a database that is up to date does not wait for it.
 */
export async function migrate(url: string, services: ServiceMigrations[]): Promise<void> {
  if (await preparedAndUpToDate(url, services)) return
  const { runMigrations } = await import('./run-migrations.ts')
  await runMigrations(url, services)
}

/** Creates roles and schemas; then returns whether every migration has run. */
async function preparedAndUpToDate(url: string, services: ServiceMigrations[]): Promise<boolean> {
  const client = new pg.Client(url)
  // What breaks the connection rejects the query that runs.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(prepareSql())
    const tables = services.map(({ service }) => `${service}.migrations`)
    const { rows } = await client.query<{ missing: boolean }>(
      'select bool_or(to_regclass(name) is null) as missing from unnest($1::text[]) as t (name)',
      [tables],
    )
    if (rows[0]!.missing) return false
    for (const { service, migrations } of services) {
      const done = await client.query<{ name: string }>(`select name from ${service}.migrations`)
      const names = new Set(done.rows.map(({ name }) => name))
      if (migrations.some(({ name }) => !names.has(name))) return false
    }
    return true
  } finally {
    await client.end()
  }
}
