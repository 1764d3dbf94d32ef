import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { cloneDatabase, connected, sql } from '../harness/database.ts'
import { type Relation, refusalOf, relations, roleOf, SCHEMAS } from './support/catalog.ts'

let url: string
let all: Relation[]
beforeAll(async () => {
  url = await cloneDatabase(inject('clusterUrl'))
  all = await relations(url)
})

const ROLES = SCHEMAS.map(roleOf)

test('each service’s database role writes only to its own schema, and reads elsewhere only published views', async () => {
  const granted = await sql<{
    relation: string
    kind: string
    schema: string
    role: string
    privilege: string
  }>(
    url,
    `select n.nspname || '.' || c.relname as relation, c.relkind::text as kind, n.nspname as schema, r.role, p.privilege
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest($2::text[]) as r (role),
       unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as p (privilege)
     where n.nspname = any($1 || array['attestry', 'public']) and c.relkind in ('r', 'p', 'f', 'v', 'm')
     and (has_table_privilege(r.role, c.oid, p.privilege)
       or (p.privilege in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') and has_any_column_privilege(r.role, c.oid, p.privilege)))`,
    [SCHEMAS, ROLES],
  )
  expect(granted.length).toBeGreaterThan(0)
  const foreign = granted.filter(({ role, schema }) => role !== roleOf(schema))
  expect(foreign.filter(({ kind, privilege }) => kind !== 'v' || privilege !== 'SELECT')).toEqual([])
  const appendOnly = new Set(all.filter((table) => table.appendOnly).map(({ name }) => name))
  const own = granted.filter(
    ({ role, schema, relation }) => role === roleOf(schema) && appendOnly.has(relation),
  )
  expect([...new Set(own.map(({ privilege }) => privilege))].sort()).toEqual(['INSERT', 'SELECT'])
  expect(
    granted.filter(({ privilege }) => ['TRUNCATE', 'REFERENCES', 'TRIGGER'].includes(privilege)),
  ).toEqual([])
})

test('the services’ database roles own nothing, create nothing, and are no members of other roles', async () => {
  const roles = await sql<{ [flag: string]: boolean }>(
    url,
    'select rolsuper, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls from pg_roles where rolname = any($1)',
    [ROLES],
  )
  expect(roles).toHaveLength(ROLES.length)
  for (const role of roles) expect(Object.values(role).some(Boolean)).toBe(false)
  const owned = await sql(
    url,
    'select relname from pg_class c join pg_roles r on r.oid = c.relowner where rolname = any($1)',
    [ROLES],
  )
  expect(owned).toEqual([])
  const members = await sql(
    url,
    'select a, b from unnest($1::text[]) a, unnest($1::text[]) b where a <> b and pg_has_role(a, b, $2)',
    [ROLES, 'member'],
  )
  expect(members).toEqual([])
  const creating = await sql(
    url,
    `select r, s from unnest($1::text[]) r, unnest($2::text[] || array['attestry', 'public']) s where has_schema_privilege(r, s, 'create')`,
    [ROLES, SCHEMAS],
  )
  expect(creating).toEqual([])
})

test('a service’s database role cannot insert into another service’s schema', async () => {
  await connected(url, async (run) => {
    for (const { name, schema } of all.filter(({ kind }) => kind === 'r')) {
      for (const role of ROLES.filter((one) => one !== roleOf(schema))) {
        const refusal = await refusalOf(run, role, `insert into ${name} default values`)
        expect(refusal?.code, `${role} into ${name}`).toBe('42501')
      }
    }
  })
})

test('security definer functions have an empty search path, and only the services may call them', async () => {
  const functions = await sql<{ name: string; config: string[] | null; open: boolean }>(
    url,
    `select p.oid::regprocedure::text as name, p.proconfig as config, has_function_privilege('public', p.oid, 'execute') as open
     from pg_proc p where p.pronamespace::regnamespace::text = any($1 || array['attestry']) and p.prosecdef`,
    [SCHEMAS],
  )
  expect(functions.map(({ name }) => name)).toContain('ledger.append(uuid[],uuid[],text[])')
  for (const { name, config, open } of functions) {
    expect(config, name).toContain('search_path=""')
    expect(open, `${name} by anybody`).toBe(false)
  }
})

test('ledger.append refuses a second entry with the same id', async () => {
  const [org, id] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b']
  const append = (text: string) =>
    `select ledger.append(array['${org}']::uuid[], array['${id}']::uuid[], array['${text}'])`
  await sql(url, `set role attestry_gate; ${append('first')}`)
  const refused = (statement: string) => connected(url, (run) => refusalOf(run, 'attestry_gate', statement))
  expect(await refused(append('second'))).toMatchObject({ code: '23505' })
  expect(await sql(url, 'select entry from ledger.entries where id = $1', [id])).toEqual([{ entry: 'first' }])
  expect(await refused('select * from ledger.entries')).toMatchObject({ code: '42501' })
})

test('a service’s statements run under its database role, and none runs if the role cannot be taken', async () => {
  const db = await openDatabase({ url, service: 'gate', entities: [], log: silentLog })
  try {
    const users = await Promise.all(
      Array.from({ length: 20 }, () =>
        db.query<{ user: string }>({ text: 'select current_user as user, pg_sleep(0.01)' }),
      ),
    )
    expect(new Set(users.map(([row]) => row!.user))).toEqual(new Set(['attestry_gate']))
  } finally {
    await db.close()
  }
  const login = `outsider_${process.pid}`
  await sql(url, `create role ${login} login password 'x'`)
  const outside = new URL(url)
  outside.username = login
  outside.password = 'x'
  const refused = openDatabase({ url: outside.href, service: 'gate', entities: [], log: silentLog })
  await expect(refused).rejects.toMatchObject({ code: '42501' })
  await sql(url, `drop role ${login}`)
})

afterAll(async () => {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  await client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
  await client.end()
})
