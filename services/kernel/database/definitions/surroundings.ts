import type { ClientBase } from 'pg'
import { SERVICE_NAMES } from '../../identity/access.ts'
import { roleOf } from '../prepare.ts'
import type { Definition } from './listing.ts'

/**
 * Lists objects outside the schemas that change the effect of the services' statements. Each line of the result is something that
 * no migration makes.
 */
export async function readSurroundings(client: ClientBase): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(SURROUNDINGS, [SERVICE_NAMES.map(roleOf), SETTINGS])
  return rows
}

/** Settings of a role or a database that switch triggers off, or change what a name means or who acts. */
const SETTINGS = [
  'session_replication_role',
  'search_path',
  'row_security',
  'role',
  'session_authorization',
  'local_preload_libraries',
  'session_preload_libraries',
]

/**
 * The first id of an object that is not PostgreSQL's own. Statements would also use casts that somebody added between
 * PostgreSQL's types, and functions and operators added under its names. With these, our statements, those of the verification
 * included, could return other rows than the tables have.
 */
const ADDED = 16384

const SURROUNDINGS = `
with own as (select oid, rolname::text as name from pg_roles where rolname = any ($1::text[])),
owner as (select nspowner as oid from pg_namespace where nspname = 'attestry'),
of_session as (
  select split_part(c.setting, '=', 1) as name from pg_db_role_setting d, unnest(d.setconfig) as c (setting)
  where d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and d.setrole in (0, (select oid from pg_roles where rolname = session_user)))
select kind, object, aspect, '' as text, null as "table", null as field from (
  select 'role' as kind, r.rolname::text as object, f.aspect
    from pg_roles r join own on own.oid = r.oid, lateral (values
      ('superuser', r.rolsuper), ('may create roles', r.rolcreaterole), ('may create databases', r.rolcreatedb),
      ('may replicate', r.rolreplication), ('passes row security by', r.rolbypassrls), ('may log in', r.rolcanlogin)
    ) as f (aspect, "set") where f."set"
  union all select 'role', n.name, 'is not there' from unnest($1::text[]) as n (name)
    where not exists (select from own where own.name = n.name)
  union all select 'role', own.name, 'owns the schemas' from own join owner on owner.oid = own.oid
  union all select 'role', own.name, 'is a member of another role'
    from own join pg_auth_members m on m.member = own.oid
  union all select 'role', own.name, 'has a member that owns no database'
    from own join pg_auth_members m on m.roleid = own.oid join pg_roles r on r.oid = m.member
    where not r.rolsuper and m.member not in (select oid from own) and m.member not in (select oid from owner)
      and not exists (select from pg_database d where d.datdba = m.member)
  union all select 'setting', split_part(c.setting, '=', 1), 'of a role or of the database'
    from pg_db_role_setting d, unnest(d.setconfig) as c (setting)
    where d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (d.setrole = 0 or d.setrole in (select oid from own union all select oid from owner))
      and split_part(c.setting, '=', 1) = any ($2::text[])
  union all select 'setting', name, 'of the server or of this connection'
    from pg_settings where name = any ('{session_replication_role,row_security,search_path}') and reset_val <> boot_val
      and not exists (select from of_session where of_session.name = pg_settings.name)
  union all select 'default rights', coalesce(n.nspname::text, 'of the owner'), a.defaclobjtype::text
    from pg_default_acl a left join pg_namespace n on n.oid = a.defaclnamespace
    where a.defaclrole in (select oid from owner)
      or n.nspname = any (array['attestry', 'ledger', 'gate', 'ingestion', 'evidence'])
  union all select 'event trigger', evtname::text, evtevent::text from pg_event_trigger where evtenabled <> 'D'
  union all select 'cast', format('%s as %s', castsource::regtype, casttarget::regtype), 'between types of PostgreSQL'
    from pg_cast where oid >= ${ADDED} and castsource < ${ADDED} and casttarget < ${ADDED}
  union all select 'function', 'pg_catalog.' || p.oid::regprocedure, 'beside one of PostgreSQL'
    from pg_proc p where p.oid >= ${ADDED} and p.pronamespace = 'pg_catalog'::regnamespace
      and exists (select from pg_proc b where b.oid < ${ADDED} and b.proname = p.proname)
  union all select 'operator', 'pg_catalog.' || o.oid::regoperator, 'beside one of PostgreSQL'
    from pg_operator o where o.oid >= ${ADDED} and o.oprnamespace = 'pg_catalog'::regnamespace
      and exists (select from pg_operator b where b.oid < ${ADDED} and b.oprname = o.oprname)
) d order by 1, 2, 3`
