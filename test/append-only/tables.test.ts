import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected, sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { MUTABLE } from './mutable-tables.ts'
import { type Relation, refusalAfter, refusalOf, relations, roleOf, SCHEMAS } from './support/catalog.ts'

const NOT_ALLOWED = '42501'

let at: TestInstallation
let all: Relation[]
let tables: Relation[]
beforeAll(async () => {
  at = await bootInstallation()
  for (const title of ['one', 'two']) {
    const body = { title, severity: 'low' }
    await call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key, body })
  }
  all = await relations(at.databaseUrl)
  tables = all.filter(({ kind }) => kind !== 'v')
})
afterAll(() => at.stop())
const appendOnly = () => tables.filter((table) => table.appendOnly)

test('every table is append-only or on the list of mutable tables, and that list names no other', () => {
  const mutable = tables.filter((table) => !table.appendOnly).map(({ name }) => name)
  expect(
    mutable.filter((name) => MUTABLE[name] === undefined),
    'tables that nobody has decided upon',
  ).toEqual([])
  const names = new Set(tables.map(({ name }) => name))
  const landed = new Set(tables.map(({ schema }) => schema))
  const gone = Object.keys(MUTABLE).filter((name) => landed.has(name.split('.')[0]!) && !names.has(name))
  expect(gone, 'listed and not there').toEqual([])
  expect(appendOnly().filter(({ name }) => MUTABLE[name] !== undefined)).toEqual([])
})

test('every table with records and the audit log are append-only', () => {
  const records = all.filter(({ name, kind }) => kind === 'r' && /_records$/.test(name))
  expect(records.length).toBeGreaterThan(0)
  const must = [
    'ledger.entries',
    'ledger.incidents',
    'ledger.assets',
    'ledger.suppliers',
    ...records.map((one) => one.name),
  ]
  expect(must.filter((name) => !appendOnly().some((table) => table.name === name))).toEqual([])
})

test('no service’s database role can update, delete or truncate an append-only table', async () => {
  await connected(at.databaseUrl, async (run) => {
    for (const { name } of appendOnly()) {
      for (const schema of SCHEMAS) {
        for (const statement of changesOf(name)) {
          const refusal = await refusalOf(run, roleOf(schema), statement)
          expect(refusal?.code, `${statement} as ${roleOf(schema)}`).toBe(NOT_ALLOWED)
        }
      }
    }
  })
})

test('the append-only trigger refuses the owner too, even with session_replication_role set to replica', async () => {
  await connected(at.databaseUrl, async (run) => {
    for (const { name } of appendOnly()) {
      for (const statement of changesOf(name)) {
        for (const mode of ['origin', 'replica', 'local']) {
          const setting = `set local session_replication_role = ${mode}`
          expect(await refusalAfter(run, setting, statement), `${statement} in ${mode}`).toMatchObject({
            code: NOT_ALLOWED,
            message: expect.stringContaining(`${name} is append-only`),
          })
        }
      }
    }
  })
})

test('MERGE, upserts, COPY and rules cannot change an append-only table', async () => {
  const before = await texts()
  for (const statement of [
    `merge into ledger.entries e using (select 1) s on true when matched then update set entry = 'x'`,
    `insert into ledger.entries select * from ledger.entries on conflict (org_id, id) do update set entry = 'x'`,
    `with gone as (delete from ledger.incidents returning 1) select * from gone`,
    `update only ledger.incidents set record = 'x'`,
    `alter table ledger.entries disable trigger append_only`,
    `create rule r as on insert to ledger.entries do instead nothing`,
    `drop table ledger.entries`,
    `create trigger t before insert on ledger.entries for each row execute function attestry.refuse_change()`,
    `alter function attestry.refuse_change() owner to attestry_ledger`,
    `create or replace function attestry.refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    `lock table ledger.entries in access exclusive mode`,
  ]) {
    const refusal = await connected(at.databaseUrl, (run) => refusalOf(run, 'attestry_ledger', statement))
    expect(refusal, statement).toMatchObject({ code: NOT_ALLOWED })
  }
  expect(await texts()).toEqual(before)
})

test('no cascading foreign key reaches into an append-only table', async () => {
  const keys = await sql<{ name: string }>(
    at.databaseUrl,
    `select conrelid::regclass || ' ' || conname as name from pg_constraint
     where contype = 'f' and (confdeltype in ('c', 'n', 'd') or confupdtype in ('c', 'n', 'd'))
     and connamespace::regnamespace::text = any($1)`,
    [SCHEMAS],
  )
  const names = new Set(appendOnly().map(({ name }) => name))
  expect(keys.filter(({ name }) => names.has(name.split(' ')[0]!))).toEqual([])
})

function changesOf(table: string): string[] {
  return [
    `update ${table} set org_id = org_id`,
    `delete from ${table}`,
    `truncate ${table}`,
    `truncate ${table} cascade`,
  ]
}

async function texts(): Promise<unknown[]> {
  return sql(
    at.databaseUrl,
    'select id, entry as text from ledger.entries union all select id, record from ledger.incidents order by 1',
  )
}
