import type { ClientBase } from 'pg'
import type { ServiceMigrations } from '../migrate.ts'
import { schemasSql } from '../prepare.ts'
import { type Definition, readDefinitions, SCHEMAS } from './listing.ts'

/**
 * Reads the definitions that the migrations make, from the same server. The migrations run in schemas with other names, in a
 * transaction that is rolled back. No other session ever sees them, and no existing object is locked.
 *
 * @throws where the connecting user may not create schemas, or on a read-only server
 */
export async function expectedDefinitions(
  client: ClientBase,
  services: readonly ServiceMigrations[],
): Promise<Definition[]> {
  await client.query('begin')
  try {
    await client.query(elsewhere(schemasSql()))
    for (const { service, migrations } of services) {
      for (const { statements } of migrations) await client.query(statements.map(elsewhere).join(';\n'))
      await client.query(`create table ${PREFIX}${service}.migrations ()`)
    }
    return await readDefinitions(client, PREFIX)
  } finally {
    await client.query('rollback')
  }
}

/** The same statement for the other schemas. */
function elsewhere(statement: string): string {
  return statement
    .replace(QUALIFIED, `${PREFIX}$1.`)
    .replace(NAMED, (list) => list.replace(NAME, `${PREFIX}$&`))
}

const PREFIX = 'attestry_expected_'
const QUALIFIED = new RegExp(`(?<![\\w.])(${SCHEMAS.join('|')})\\.(?=[a-z"%])`, 'g')
/** Matches `schema a, b`: the names of schemas in DDL of schemas and in grants on them. */
const NAMED = new RegExp(
  `\\bschema (?:if not exists )?(?:${SCHEMAS.join('|')})\\b(?:, (?:${SCHEMAS.join('|')})\\b)*`,
  'g',
)
const NAME = new RegExp(`\\b(?:${SCHEMAS.join('|')})\\b`, 'g')
