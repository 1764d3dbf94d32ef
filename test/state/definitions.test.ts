import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { MIGRATIONS } from '../../gateway/cli/process/migrations.ts'
import {
  type DefinitionDifference,
  definitionsOf,
} from '../../services/kernel/database/definitions/differences.ts'
import { readSurroundings } from '../../services/kernel/database/definitions/surroundings.ts'
import { migrate } from '../../services/kernel/database/migrate.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { Problems } from '../../services/ledger/domain/log/log-problem.ts'
import { verifyDefinitions } from '../../services/ledger/log/verify-definitions.ts'
import { cloneDatabase, createDatabase, sql } from '../harness/database.ts'

let cluster: string
beforeAll(() => {
  cluster = inject('clusterUrl')
})

const found = async (url: string): Promise<string[]> => {
  const differences = await definitionsOf(url, MIGRATIONS).differences()
  return differences!.map(textOf).sort()
}

const textOf = ({ kind, object, aspect, how }: DefinitionDifference): string =>
  `${kind} ${object}, ${aspect}: ${how}`

/** The changes that a superuser can make without touching a row: the statement, and the difference that is found. Each concerns another object. */
const CHANGES: [statement: string, ...found: string[]][] = [
  [
    `create or replace function attestry.refuse_change() returns trigger language plpgsql as $f$ begin return null; end $f$`,
    'function attestry.refuse_change(), definition: differs',
  ],
  [
    `create or replace function ledger.append(orgs uuid[], ids uuid[], texts text[]) returns void
       language sql security definer set search_path = '' as $$ select null::void $$`,
    'function ledger.append(uuid[],uuid[],text[]), definition: differs',
  ],
  [
    'grant execute on function ledger.record(uuid[], uuid[], text[]) to public',
    'function ledger.record(uuid[],uuid[],text[]), rights: differs',
  ],
  [
    'create function gate.now() returns timestamptz language sql as $$ select pg_catalog.now() $$',
    ...['definition', 'owner', 'rights'].map((aspect) => `function gate.now(), ${aspect}: surplus`),
  ],
  [
    'alter table ledger.entries disable trigger append_only',
    'trigger ledger.entries: append_only, enabled: differs',
  ],
  [
    'alter table ledger.incidents enable replica trigger append_only',
    'trigger ledger.incidents: append_only, enabled: differs',
  ],
  [
    'drop trigger append_only on ledger.assets',
    ...['definition', 'enabled'].map((aspect) => `trigger ledger.assets: append_only, ${aspect}: missing`),
  ],
  [
    'create trigger more after insert on ledger.suppliers for each row execute function attestry.refuse_change()',
    ...['definition', 'enabled'].map((aspect) => `trigger ledger.suppliers: more, ${aspect}: surplus`),
  ],
  [
    'create rule hidden as on insert to gate.decisions do instead nothing',
    'rule gate.decisions: hidden, definition: surplus',
  ],
  [
    `create or replace view ledger.leaves_v1 as
       select org_id, index as leaf_index, entry_id, at from ledger.leaves where index > 0`,
    'view ledger.leaves_v1, query: differs',
  ],
  [
    'alter view ledger.deliveries_v1 set (security_invoker = true)',
    'view ledger.deliveries_v1, options: differs',
  ],
  [
    'alter table gate.suites drop constraint suites_pkey',
    'constraint gate.suites: suites_pkey, definition: missing',
    'index gate.suites_pkey, definition: missing',
  ],
  [
    'alter table ledger.nodes add constraint never check (level >= 0)',
    'constraint ledger.nodes: never, definition: surplus',
  ],
  [
    'create index written on ledger.user_records (entry_id, record desc) include (version)',
    'index ledger.written, plain: surplus',
  ],
  [
    'create unique index once on ledger.user_records (entry_id, version)',
    'index ledger.once, definition: surplus',
  ],
  [
    'create index computed on ledger.user_records (pg_catalog.upper(record))',
    'index ledger.computed, definition: surplus',
  ],
  [
    'create index partly on ledger.user_records (version) where version > 1',
    'index ledger.partly, definition: surplus',
  ],
  [
    `create function public.less(uuid, uuid) returns int language sql immutable as 'select 0';
     create operator class public.odd for type uuid using btree as
       operator 1 <, operator 2 <=, operator 3 =, operator 4 >=, operator 5 >, function 1 public.less(uuid, uuid);
     create index odd on ledger.user_records (entry_id public.odd)`,
    'index ledger.odd, definition: surplus',
  ],
  [
    `alter table ledger.sessions alter column expires_at set default now() + interval '10 years'`,
    'column ledger.sessions.expires_at, definition: differs',
  ],
  [
    'alter table ledger.api_keys alter column permissions drop not null',
    'column ledger.api_keys.permissions, definition: differs',
  ],
  ['alter table ledger.users add column note text', 'column ledger.users.note, definition: surplus'],
  [
    'grant update (record) on ledger.organization_records to attestry_gate',
    'column ledger.organization_records.record, rights: surplus',
  ],
  [
    'alter table gate.attestations enable row level security',
    'relation gate.attestations, row security: differs',
  ],
  [
    'create policy no_rows on gate.certifications using (false)',
    'policy gate.certifications: no_rows, definition: surplus',
  ],
  [
    'revoke insert on ledger.api_key_records from attestry_ledger',
    'relation ledger.api_key_records, rights: differs',
  ],
  ['grant update on ingestion.evaluations to public', 'relation ingestion.evaluations, rights: differs'],
  [
    'alter table ingestion.agent_runs owner to attestry_ingestion',
    'relation ingestion.agent_runs, owner: differs',
    'relation ingestion.agent_runs, rights: differs',
  ],
  ['alter table ledger.quotas set logged', 'relation ledger.quotas, kind: differs'],
  [
    'create table public.forged () inherits (ledger.service_client_records)',
    'relation ledger.service_client_records, child public.forged: surplus',
  ],
  ['alter sequence ledger.queue_seq_seq increment by 2', 'sequence ledger.queue_seq_seq, values: differs'],
  ['grant create on schema gate to attestry_gate', 'schema gate, rights: differs'],
  [`create type evidence.kind as enum ('a')`, 'type evidence.kind, kind: surplus'],
  [
    'create table evidence.more ()',
    ...['kind', 'owner', 'rights', 'row security'].map(
      (aspect) => `relation evidence.more, ${aspect}: surplus`,
    ),
  ],
  [
    'drop view ledger.separation_v1',
    ...['kind', 'owner', 'rights'].map((aspect) => `relation ledger.separation_v1, ${aspect}: missing`),
    ...['options', 'query'].map((aspect) => `view ledger.separation_v1, ${aspect}: missing`),
    ...['org_id', 'separation'].map((column) => `column ledger.separation_v1.${column}, definition: missing`),
  ],
  [`delete from evidence.migrations`, 'migrations evidence, names: differs'],
  [
    'create trigger at_upgrade after insert on gate.migrations for each row execute function attestry.refuse_change()',
    ...['definition', 'enabled'].map((aspect) => `trigger gate.migrations: at_upgrade, ${aspect}: surplus`),
  ],
]

test('a new database has the definitions of the migrations', async () => {
  expect(await found(await cloneDatabase(cluster))).toEqual([])
})

test('a database of an earlier version has the definitions once it is migrated', async () => {
  const url = await createDatabase(cluster, `older_${process.pid}`)
  const earlier = MIGRATIONS.map(({ service, migrations }) => ({
    service,
    migrations: migrations.slice(0, Math.ceil(migrations.length / 2)),
  }))
  await migrate(url, earlier)
  expect(await found(url)).toContain('migrations ledger, names: differs')
  await migrate(url, MIGRATIONS)
  expect(await found(url)).toEqual([])
})

test('each changed definition is found, and its object named', async () => {
  const url = await cloneDatabase(cluster)
  await sql(url, CHANGES.map(([statement]) => statement).join(';\n'))
  const differences = await found(url)
  expect(differences).toEqual(CHANGES.flatMap(([, ...names]) => names).sort())
})

test('the verification notes an operator’s plain index, and reports a unique one as a problem', async () => {
  const url = await cloneDatabase(cluster)
  await sql(url, 'create index own on ledger.user_records (entry_id)')
  const plain = new Problems()
  await verifyDefinitions(definitionsOf(url, MIGRATIONS), plain)
  expect([plain.count, plain.notes]).toEqual([0, [expect.stringContaining('index ledger.own: there')]])
  await sql(url, 'create unique index once on ledger.user_records (entry_id, version)')
  const unique = new Problems()
  await verifyDefinitions(definitionsOf(url, MIGRATIONS), unique)
  expect(unique.list.map(({ code, message }) => [code, message.split(':')[0]])).toEqual([
    ['definition_surplus', 'index ledger.once'],
  ])
})

test('changes outside the schemas that affect statements are found', async () => {
  const url = await cloneDatabase(cluster)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    expect(await readSurroundings(client)).toEqual([])
    // Roles are the whole cluster's: nothing of this is committed.
    await client.query(`begin;
      create role somebody login;
      grant attestry_gate to somebody;
      grant pg_write_all_data to attestry_evidence;
      alter role attestry_ledger superuser bypassrls;
      alter role attestry_ingestion set search_path = public;
      alter role attestry_ingestion set work_mem = '8MB';
      create function public.nothing() returns event_trigger language plpgsql as $f$ begin end $f$;
      create event trigger every_change on ddl_command_end execute function public.nothing();
      alter default privileges in schema ledger grant select on tables to public;
      create function public.other(text) returns json language sql as $f$ select '{}'::json $f$;
      create cast (text as json) with function public.other(text);
      create type public.own as (a int);
      create function public.own(text) returns public.own language sql as $f$ select null::public.own $f$;
      create cast (text as public.own) with function public.own(text);
      create function pg_catalog.strpos(text, uuid) returns int language sql as 'select 0';
      create function pg_catalog.of_an_extension(text) returns int language sql as 'select 0';
      create function public.same(uuid, text) returns boolean language sql as 'select true';
      create operator pg_catalog.= (function = public.same, leftarg = uuid, rightarg = text)`)
    expect(
      (await readSurroundings(client)).map(({ kind, object, aspect }) => `${kind} ${object}: ${aspect}`),
    ).toEqual([
      'cast text as json: between types of PostgreSQL',
      'default rights ledger: r',
      'event trigger every_change: ddl_command_end',
      'function pg_catalog.strpos(text,uuid): beside one of PostgreSQL',
      'operator pg_catalog.=(uuid,text): beside one of PostgreSQL',
      'role attestry_evidence: is a member of another role',
      'role attestry_gate: has a member that owns no database',
      'role attestry_ledger: passes row security by',
      'role attestry_ledger: superuser',
      'setting search_path: of a role or of the database',
    ])
  } finally {
    await client.query('rollback')
    await client.end()
  }
})

test('a session that the server starts without triggers is found', async () => {
  const options = '-c session_replication_role=replica -c work_mem=8MB'
  const client = new pg.Client({ connectionString: await cloneDatabase(cluster), options })
  await client.connect()
  // One of a role that neither verifies nor serves explains nothing.
  await client.query('create role somebody_else')
  await client.query('alter role somebody_else set session_replication_role = replica')
  const found = await readSurroundings(client)
  await client.query('drop role somebody_else')
  await client.end()
  expect(found.map(({ kind, object, aspect }) => `${kind} ${object}: ${aspect}`)).toEqual([
    'setting session_replication_role: of the server or of this connection',
  ])
})

test('if the expected definitions cannot be made, no differences are reported', async () => {
  const url = await cloneDatabase(cluster)
  await sql(url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
  const migrations = [...MIGRATIONS]
  expect(await definitionsOf(url, migrations).differences()).toBeUndefined()
  // They are found out once a process: then any database is compared with them.
  expect(await definitionsOf(await cloneDatabase(cluster), migrations).differences()).toEqual([])
  expect(await definitionsOf(url, migrations).differences()).toEqual([])
})

test('a database that does not answer is reported as unavailable', async () => {
  const definitions = definitionsOf('postgres://nobody@127.0.0.1:1/none', MIGRATIONS)
  for (let i = 0; i < 2; i++)
    await expect(definitions.differences()).rejects.toMatchObject({ reason: Reason.UNAVAILABLE })
})
