import pg from 'pg'
import { throttled } from '../../concurrency/throttled.ts'
import { databaseError, sqlState } from '../errors.ts'
import type { ServiceMigrations } from '../migrate.ts'
import { SESSION_SETTINGS } from '../session-settings.ts'
import { expectedDefinitions } from './expected.ts'
import { type Definition, readDefinitions } from './listing.ts'
import { readSurroundings } from './surroundings.ts'

/** An object of the database that differs from what the migrations make. */
export type DefinitionDifference = {
  kind: string
  object: string
  aspect: string
  how: 'differs' | 'missing' | 'surplus'
  table: string | null
  field: string | null
}

/** Compares the definitions in a database with those that the migrations make. */
export type Definitions = {
  /** @returns undefined where the database does not allow the comparison */
  differences(): Promise<readonly DefinitionDifference[] | undefined>
}

/**
 * The definitions that the migrations make are determined once for each process, server version and role. Comparisons are
 * throttled: the result is the same for every organization, and one takes the database some tenths of a second.
 */
export function definitionsOf(url: string, services: readonly ServiceMigrations[]): Definitions {
  const expectedBy = expectedOf.get(services) ?? new Map<string, readonly Definition[]>()
  expectedOf.set(services, expectedBy)
  return {
    differences: throttled(async () => {
      const client = new pg.Client({ connectionString: url, ...TIMEOUTS })
      // An error that breaks the connection also rejects the query in progress.
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query(SESSION_SETTINGS)
        const { rows } = await client.query<{ maker: string }>(
          `select current_setting('server_version') || ' ' || current_user as maker`,
        )
        const { maker } = rows[0]!
        const expected = expectedBy.get(maker) ?? (await expectedDefinitions(client, services))
        expectedBy.set(maker, expected)
        const found = await readDefinitions(client)
        return [
          ...(await migrationsOf(client, services)),
          ...between(expected, found),
          ...between([], await readSurroundings(client)),
        ]
      } catch (error) {
        // insufficient_privilege, read_only_sql_transaction
        if (['42501', '25006'].includes(sqlState(error) ?? '')) return undefined
        throw databaseError(error)
      } finally {
        await client.end()
      }
    }),
  }
}

/** The definitions that migrations make, by the server's version and the role: owners and rights follow from the role. */
const expectedOf = new WeakMap<readonly ServiceMigrations[], Map<string, readonly Definition[]>>()

/** Finds the services whose recorded migrations are not those of this version. */
async function migrationsOf(
  client: pg.Client,
  services: readonly ServiceMigrations[],
): Promise<DefinitionDifference[]> {
  const differences: DefinitionDifference[] = []
  for (const { service, migrations } of services) {
    const table = `${service}.migrations`
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`)
    const expected = migrations.map(({ name }) => name).sort()
    if (rows.map(({ name }) => name).join() === expected.join()) continue
    const about = { kind: 'migrations', object: service, aspect: 'names', table, field: null }
    differences.push({ ...about, how: 'differs' })
  }
  return differences
}

function between(expected: readonly Definition[], found: readonly Definition[]): DefinitionDifference[] {
  const left = new Map(found.map((one) => [keyOf(one), one]))
  const differences: DefinitionDifference[] = []
  const add = ({ text: _, ...of }: Definition, how: DefinitionDifference['how']) =>
    differences.push({ ...of, how })
  for (const one of expected) {
    const there = left.get(keyOf(one))
    left.delete(keyOf(one))
    if (there === undefined) add(one, 'missing')
    else if (there.text !== one.text) add(there, 'differs')
  }
  for (const one of left.values()) add(one, 'surplus')
  return differences
}

const keyOf = ({ kind, object, aspect }: Definition): string => `${kind} ${object} ${aspect}`

/** Limits the wait for a server that is frozen. */
const TIMEOUTS = { connectionTimeoutMillis: 10_000, statement_timeout: 600_000, query_timeout: 610_000 }
