import { parsePlPgSQLSync } from 'libpg-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import {
  ACROSS,
  CREDENTIALS,
  FUNCTIONS,
  OF_INSTALLATION,
  organizationColumn,
} from '../../services/kernel/database/tenant-guard/relations.ts'
import { unscoped } from '../../services/kernel/database/tenant-guard/tenant-guard.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { accessEntities, UserEntity } from '../../services/ledger/store/entities/access.ts'
import { SCHEMAS } from '../append-only/support/catalog.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
let db: Database
beforeAll(async () => {
  at = await bootInstallation()
  db = await openDatabase({
    url: at.databaseUrl,
    service: 'ledger',
    entities: accessEntities,
    log: silentLog,
  })
})
afterAll(async () => {
  await db.close()
  await at.stop()
})

describe('a statement without the organization is refused before it reaches the database', () => {
  const UNSCOPED = 'select id from ledger.users'
  const WAYS: { [way: string]: () => Promise<unknown> } = {
    'as a service sends it': () => db.query({ text: UNSCOPED }),
    'when it is prepared': () =>
      db.query({ name: 'unscoped', text: `${UNSCOPED} where id = $1`, values: [mintId(new Date())] }),
    'on the pool': () => db.pool.query(UNSCOPED),
    'by the ORM': () => db.orm.em.fork().find(UserEntity, {}),
    'by the ORM, as text': () => db.orm.em.fork().execute(UNSCOPED),
    'by the ORM, as a change': () => db.orm.em.fork().nativeDelete(UserEntity, { status: 'disabled' }),
    'within a transaction': () => db.orm.em.fork().transactional((em) => em.execute(UNSCOPED)),
    'on a connection of its own': async () => {
      const client = await db.pool.connect()
      try {
        await client.query('begin')
        await client.query(UNSCOPED)
      } finally {
        client.release(true)
      }
    },
  }

  test.each(Object.entries(WAYS))('%s', async (_, send) => {
    await expect(send()).rejects.toThrow('statement refused: ledger.users is not tied to an organization')
  })

  test('the connections stay open after refused statements', async () => {
    expect(await db.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
    const mine = { orgId: at.organization.id }
    expect((await db.orm.em.fork().find(UserEntity, mine)).length).toBeGreaterThan(0)
  })
})

describe('the relations of the tenant guard are those of the database', () => {
  test('every relation has a column that names its organization, or belongs to the installation', async () => {
    const found = await sql<{ name: string; columns: string[] }>(
      at.databaseUrl,
      `select c.oid::regclass::text as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace::regnamespace::text = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
         and c.relname <> 'migrations' group by c.oid`,
      [SCHEMAS],
    )
    const without = found.filter(({ name, columns }) => !columns.includes(organizationColumn(name)))
    expect(without.map(({ name }) => name).sort()).toEqual([...OF_INSTALLATION].sort())
    const names = new Set(found.map(({ name }) => name))
    const exempt = Object.values(ACROSS).flatMap(({ relations }) => [...relations])
    expect([...OF_INSTALLATION, ...CREDENTIALS.keys(), ...exempt].filter((name) => !names.has(name))).toEqual(
      [],
    )
  })

  test('only a credential identifies a row without the organization', async () => {
    const unique = await sql<{ name: string; columns: string[] }>(
      at.databaseUrl,
      `select i.indrelid::regclass::text as name, array_agg(a.attname::text) as columns
       from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indisunique and c.relnamespace::regnamespace::text = any ($1) and c.relname <> 'migrations'
       group by i.indexrelid, i.indrelid`,
      [SCHEMAS],
    )
    const global = unique.filter(
      ({ name, columns }) => !OF_INSTALLATION.has(name) && !columns.includes(organizationColumn(name)),
    )
    const queue = { name: 'ledger.queue', columns: ['seq'] }
    // An address finds one account of each organization that has it, and its statements are those of signing in.
    const credentials = [...CREDENTIALS]
      .filter(([name]) => name !== 'ledger.users')
      .map(([name, column]) => ({ name, columns: [column] }))
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(global.sort(byName)).toEqual([...credentials, queue].sort(byName))
  })

  test('a view scoped by org_id reads only rows of that organization', async () => {
    const views = await sql<{ name: string; definition: string }>(
      at.databaseUrl,
      `select schemaname || '.' || viewname as name, rtrim(definition, '; ') as definition
       from pg_views where schemaname = any ($1)`,
      [SCHEMAS],
    )
    expect(views.length).toBeGreaterThan(10)
    for (const { name, definition } of views)
      expect(unscoped(`select * from (${definition}) v where v.org_id = $1`), name).toEqual([])
  })

  test('a function reads and writes only rows of the organizations it is given', async () => {
    const functions = await sql<FunctionRow>(
      at.databaseUrl,
      `select p.pronamespace::regnamespace || '.' || p.proname as name, l.lanname as language, p.prosrc as body,
         pg_get_functiondef(p.oid) as definition, coalesce(p.proargnames, '{}') as parameters,
         p.prorettype::regtype::text as returns
       from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace::regnamespace::text = any ($1)`,
      [SCHEMAS],
    )
    expect(functions.map(({ name }) => name).sort()).toEqual([...FUNCTIONS.keys()].sort())
    for (const one of functions) {
      const statements = statementsOf(one).map((text) => text.replaceAll('new.org_id', 'org_of_new'))
      expect(statements.length > 0, one.name).toBe(FUNCTIONS.get(one.name)!.ofOrganizations)
      for (const text of statements) expect(unscoped(text, parametersOf(one)), text).toEqual([])
    }
  })
})

type FunctionRow = {
  name: string
  language: string
  body: string
  definition: string
  parameters: string[]
  returns: string
}

/** A trigger's function is given the row that was written, by a statement that was tied to the row's organization. */
function parametersOf({ parameters, returns }: FunctionRow): string[] {
  return returns === 'trigger' ? [...parameters, 'org_of_new'] : parameters
}

/** The statements in a function's body: all of SQL, of PL/pgSQL those that read or write. */
function statementsOf({ language, body, definition }: FunctionRow): string[] {
  if (language === 'sql') return [body]
  const statements: string[] = []
  JSON.stringify(parsePlPgSQLSync(definition), (key, value) => {
    if (key === 'query' && /\b(from|insert|update|delete|merge)\b/i.test(value)) statements.push(value)
    return value
  })
  return statements
}
