import { beforeAll, describe, expect, test } from 'vitest'
import { across } from './relations.ts'
import { checkTenantScope, loadTenantGuard, unscoped } from './tenant-guard.ts'

beforeAll(loadTenantGuard)

const TIED = {
  'a parameter': 'select record from ledger.incidents where org_id = $1 and id = $2',
  'a list of parameters': 'select record from ledger.incidents where org_id = any ($1::uuid[])',
  'some parameters': 'select record from ledger.incidents i where i.org_id in ($1, $2)',
  'a pair': 'update ledger.users set name = $3 where (org_id, id) in (($1, $2))',
  'a join': 'select 1 from ledger.leaves l join ledger.entries e on e.org_id = l.org_id where l.org_id = $1',
  'a join by name': 'select 1 from ledger.leaves l join ledger.entries e using (org_id) where l.org_id = $1',
  'a left join':
    'select 1 from ledger.leaves l left join ledger.entries e on e.org_id = l.org_id where l.org_id = $1',
  'a subquery': `select 1 from ledger.entries e where e.org_id = $1
    and not exists (select from ledger.leaves l where l.org_id = e.org_id)`,
  'parallel arrays': `select r.record from unnest($1::uuid[], $2::uuid[]) with ordinality as w (org_id, id, n)
    left join lateral (select record from ledger.incidents i where i.org_id = w.org_id and i.id = w.id limit 1) r on true`,
  'rows of JSON': `insert into ingestion.findings (org_id, id) select org_id, id
    from json_to_recordset($1::json) as f (org_id uuid, id uuid)`,
  'both sides of a union': `select * from (select * from ledger.assets union all select * from ledger.incidents) r
    where org_id = $1`,
  'a credential': `select u.id from ledger.sessions s join ledger.users u on u.org_id = s.org_id
    where s.token_hash = $1`,
  'what was inserted': `with w as (insert into ledger.leaves (org_id, index) select * from unnest($1::uuid[], $2::int[])
    returning org_id) select t.size from ledger.trees t join w on w.org_id = t.org_id`,
  'what is appended': 'select ledger.append($1::uuid[], $2::uuid[], $3::text[])',
  'a constant': `copy (select entry from ledger.entries where org_id = '0197c0de-0000-7000-8000-000000000001') to stdout`,
  'the installation': 'select id from ledger.service_clients where token_hash = $1',
  'a recursion over what is tied': `with recursive i as (
      (select n.org_id, n.id from ledger.notifications n where n.org_id = $1 order by n.id limit 1)
      union all
      select $1::uuid, (select n.id from ledger.notifications n where n.org_id = $1 and n.id > i.id order by n.id limit 1)
      from i where i.id is not null)
    select id from i`,
  'no relation': "begin; set local statement_timeout = '1s'",
}

const UNSCOPED = {
  'no condition': 'select record from ledger.incidents',
  'a recursion that is tied to itself': `with recursive i as (
    select n.org_id from ledger.notifications n where n.org_id = $1
    union all select n.org_id from ledger.notifications n join i on n.org_id = i.org_id) select org_id from i`,
  'a recursion over everything': `with recursive i as (
    select n.org_id from ledger.notifications n union all select i.org_id from i) select org_id from i where org_id = $1`,
  'a name that a recursion gives again': `with t as (select org_id from ledger.assets where org_id = $1)
    select * from (with recursive a as (select n.id from ledger.incidents n join t on t.org_id = n.org_id),
      t as (select null::uuid as org_id) select id from a) x`,
  'another condition': 'select record from ledger.incidents where id = $1',
  'one of two conditions': 'select record from ledger.incidents where org_id = $1 or id = $2',
  'a negation': 'select record from ledger.incidents where not (org_id = $1)',
  'an inequality': 'select record from ledger.incidents where org_id > $1',
  itself: 'select record from ledger.incidents where org_id = org_id',
  'a relation that is not tied': `select 1 from ledger.leaves l join ledger.entries e on e.org_id = l.org_id`,
  'another id':
    'select 1 from ledger.leaves l join ledger.entries e on e.id = l.entry_id where l.org_id = $1',
  'the far side of a left join': `select 1 from ledger.leaves l
    left join ledger.entries e on e.org_id = l.org_id and l.org_id = $1`,
  'a subquery': `select 1 from ledger.entries e where e.org_id = $1
    and not exists (select from ledger.leaves l where l.entry_id = e.id)`,
  'what only a subquery knows': `select 1 from ledger.entries e
    where not exists (select from ledger.leaves l where l.org_id = e.org_id and l.org_id = $1)`,
  'a figure': 'select (select count(*) from ledger.entries) as n from ledger.trees where org_id = $1',
  'one side of a union': `select record from ledger.assets where org_id = $1
    union all select record from ledger.incidents`,
  'a limit before the condition': `select * from (select * from ledger.incidents limit 5) i where org_id = $1`,
  'a count before the condition': `select * from (select org_id, count(*) over () from ledger.incidents) i
    where org_id = $1`,
  'a common table expression': 'with i as (select * from ledger.incidents) select * from i where org_id = $1',
  'an update': 'update ledger.users set name = $1 where id = $2',
  'an update from elsewhere': `update ledger.users u set name = $1 from ledger.sessions s
    where s.token_hash = $2 and u.id = s.user_id`,
  'a deletion': 'delete from ledger.sessions where user_id = $1',
  'an insertion of what was read': `insert into ledger.incidents (org_id, id)
    select org_id, id from ledger.assets where id = $1`,
  'an insertion without it': 'insert into ledger.incidents (id) values ($1)',
  'a row that moves': 'update ledger.users set org_id = $2 where org_id = $1',
  'a conflict elsewhere': `insert into ledger.trees (org_id, size) values ($1, $2)
    on conflict (size) do update set size = excluded.size`,
  'an entry for whom it may concern': `select ledger.append(array_agg(org_id), array_agg(id), $1) from ledger.assets
    where id = $2`,
  'a COPY': 'copy ledger.incidents to stdout',
  'a conflict on a credential': `insert into ledger.users (org_id, email_key) values ($1, $2)
    on conflict on constraint users_email_key_key do update set name = $3`,
  'a relation without its schema': 'select * from incidents where org_id = $1',
  'a function that is not known': 'select ledger.everything($1)',
  'a statement that is not known': 'truncate ledger.incidents',
  'a limit that counts what is elsewhere': `select record from ledger.assets where org_id = $1
    union all select record from ledger.incidents where org_id = $1 limit (select count(*) from ledger.entries)`,
  'an offset of a list': 'values ($1) offset (select count(*) from ledger.entries)',
  'a relation whose columns have other names': `select record from ledger.incidents as i (whose, org_id) where org_id = $1`,
  'names by position for what is not known': `select e.entry from ledger.entries e join
    (select * from ledger.service_clients c, ledger.assets a where a.org_id = $1) as s (org_id) on e.org_id = s.org_id`,
  'names by position for a common table expression': `with s (org_id) as (
      select * from ledger.service_clients c, ledger.assets a where a.org_id = $1)
    select e.entry from ledger.entries e join s on e.org_id = s.org_id`,
  'a name further out for a column without one': `select (
      select e.entry from (select org_id as it from (select d.org_id::uuid from (
        select unnest(organization_ids) as org_id from ledger.service_clients) d) s) t
      join ledger.entries e on e.org_id = t.it)
    from ledger.leaves l where l.org_id = $1`,
  'a part of the organization': 'select record from ledger.incidents where org_id::text::varchar(1) = $1',
  'a part of a credential': 'select id from ledger.users where email_key::varchar(1) = any ($1)',
  'a query as text': `select query_to_xml('select * from ledger.users', true, false, '')`,
  'a relation as text': `select pg_catalog.table_to_xml('ledger.users', true, false, '')`,
  'a relation of its own': 'select record into ledger.copied from ledger.incidents where org_id = $1',
  'the second of two': 'select 1; select * from ledger.incidents',
  'an exception that is not in the list': '/* across organizations: me */ select * from ledger.incidents',
  'an exception that is for other relations': `${across('expire events')} delete from ledger.users`,
}

describe('the tenant guard passes a statement that names its organization by', () => {
  test.each(Object.entries(TIED))('%s', (_, text) => expect(unscoped(text)).toEqual([]))
})

describe('the tenant guard refuses a statement without the organization, with', () => {
  test.each(Object.entries(UNSCOPED))('%s', (_, text) => {
    expect(() => checkTenantScope(text)).toThrow(/^statement refused/)
    expect(() => checkTenantScope(text)).toThrow(/^statement refused/)
  })
})

test('the tenant guard’s refusal contains no value of the statement, as it is logged', () => {
  const text = `update ledger.users set password = 'secret', name = E'it\\'s secret' where status = 'secret' and id = $1`
  const shown = 'update ledger.users set password = $2, name = $3 where status = $4 and id = $1'
  expect(() => checkTenantScope(text)).toThrow(
    `statement refused: ledger.users is not tied to an organization: ${shown}`,
  )
})

test('the tenant guard trusts a function’s parameters only in that function’s body', () => {
  const body = 'insert into ledger.entries (org_id, id) select * from unnest(orgs, ids)'
  expect(unscoped(body, ['orgs', 'ids'])).toEqual([])
  expect(unscoped(body)).not.toEqual([])
})
