import type { ClientBase } from 'pg'
import { SERVICE_NAMES } from '../../identity/access.ts'

/** One aspect of one object of the database, from its catalogue. */
export type Definition = {
  kind: string
  object: string
  aspect: string
  text: string
  table: string | null
  field: string | null
}

/** The aspect of an index that changes no result: it refuses nothing, calls no function and has PostgreSQL's own order. */
export const PLAIN_INDEX = 'plain'
const IS_PLAIN_INDEX = `(not i.indisunique and not i.indisexclusion and i.indexprs is null and i.indpred is null
  and i.indisvalid and i.indisready and i.indislive
  and (select m.amname = 'btree' from pg_class x join pg_am m on m.oid = x.relam where x.oid = i.indexrelid)
  and (select bool_and(o.opcdefault and o.opcnamespace = 'pg_catalog'::regnamespace)
    from pg_opclass o where o.oid = any (i.indclass)))`

/** The schemas of the services, and the one of the function that refuses changes of history. */
export const SCHEMAS = ['attestry', ...SERVICE_NAMES] as const

/**
 * Reads everything that the catalogue has about the schemas of the services, one line for each object and aspect. Left out are
 * object ids, the name of the owner and the owner's own rights: they differ between installations that are otherwise the same.
 *
 * @param prefix the prefix of the schemas' names, which is left out of the result
 */
export async function readDefinitions(client: ClientBase, prefix = ''): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(LISTING, [SCHEMAS.map((name) => prefix + name), prefix])
  if (prefix === '') return rows
  const plain = (text: string): string => text.replaceAll(prefix, '')
  return rows.map((row) => ({
    ...row,
    object: plain(row.object),
    text: plain(row.text),
    table: row.table === null ? null : plain(row.table),
  }))
}

const rights = (acl: string, kind: string, owner: string): string => `coalesce((
  select string_agg(line, ' ' order by line collate "C") from (
    select format('%s=%s%s', case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end,
      a.privilege_type, case when a.is_grantable then '*' else '' end) as line
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a where a.grantee <> ${owner}) l), '')`

const owned = (owner: string): string =>
  `case when ${owner} = (select s.nspowner from s where s.nspname = $2 || 'attestry') then 'the owner'
    else pg_get_userbyid(${owner})::text end`

/** The tables of applied migrations: an earlier version created them with another migrator. */
const OF_MIGRATOR = `(c.relname = 'migrations')`

const LISTING = `
with s as (select oid, nspname, nspowner, nspacl from pg_namespace where nspname = any ($1::text[])),
r as (select c.*, c.oid::regclass::text as name from pg_class c join s on s.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S', 'c') and c.relname <> 'migrations_id_seq'),
f as (select p.*, p.oid::regprocedure::text as name from pg_proc p join s on s.oid = p.pronamespace)
select kind, object, aspect, text, "table", field from (
  select 'schema' as kind, nspname::text as object, 'owner' as aspect, ${owned('nspowner')} as text,
    null as "table", null as field from s
  union all select 'schema', nspname, 'rights', ${rights('nspacl', 'n', 'nspowner')}, null, null from s

  union all select 'relation', name, 'kind', relkind::text || relpersistence::text, name, null from r
  union all select 'relation', name, 'owner', ${owned('relowner')}, name, null from r
  union all select 'relation', name, 'rights',
    case relkind when 'S' then ${rights('relacl', 's', 'relowner')} else ${rights('relacl', 'r', 'relowner')} end,
    name, null from r
  union all select 'relation', name, 'row security', format('%s %s', relrowsecurity, relforcerowsecurity), name, null
    from r where relkind in ('r', 'p')
  union all select 'view', name, 'options', coalesce(array_to_string(reloptions, ' '), ''), name, null
    from r where relkind in ('v', 'm')
  union all select 'view', name, 'query', pg_get_viewdef(oid), name, null from r where relkind in ('v', 'm')
  union all select 'relation', r.name, 'child ' || i.inhrelid::regclass::text, '', r.name, null
    from r join pg_inherits i on i.inhparent = r.oid
  union all select 'sequence', c.name, 'values',
    format('%s %s %s %s %s', q.seqtypid::regtype, q.seqstart, q.seqincrement, q.seqmax, q.seqcycle), c.name, null
    from r c join pg_sequence q on q.seqrelid = c.oid

  union all select 'column', c.name || '.' || a.attname, 'definition',
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, ''),
      'default ' || pg_get_expr(d.adbin, d.adrelid),
      'collation ' || case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end),
    c.name, a.attname
    from r c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind <> 'S' and not ${OF_MIGRATOR}
  union all select 'column', c.name || '.' || a.attname, 'rights', ${rights('a.attacl', 'c', 'c.relowner')}, c.name, a.attname
    from r c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attacl is not null

  union all select 'constraint', format('%s: %I', c.name, k.conname), 'definition',
    concat_ws(' ', pg_get_constraintdef(k.oid), case when not k.convalidated then 'not validated' end), c.name, null
    from r c join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n' and not ${OF_MIGRATOR}
  union all select 'index', i.indexrelid::regclass::text, case when ${IS_PLAIN_INDEX} then '${PLAIN_INDEX}' else 'definition' end,
    concat_ws(' ', pg_get_indexdef(i.indexrelid), case when not (i.indisvalid and i.indisready and i.indislive) then 'not in use' end),
    c.name, null
    from r c join pg_index i on i.indrelid = c.oid where not ${OF_MIGRATOR}

  union all select 'trigger', format('%s: %I', c.name, g.tgname), a.aspect,
    case a.aspect when 'definition' then pg_get_triggerdef(g.oid) else g.tgenabled::text end, c.name, null
    from r c join pg_trigger g on g.tgrelid = c.oid and not g.tgisinternal,
      (values ('definition'), ('enabled')) as a (aspect)
  union all select 'constraint', format('%s: %I', c.name, k.conname), 'enabled',
    string_agg(g.tgenabled::text, '' order by g.tgtype, g.tgfoid::regproc::text), c.name, null
    from r c join pg_trigger g on g.tgrelid = c.oid and g.tgisinternal join pg_constraint k on k.oid = g.tgconstraint
    group by c.name, k.conname
  union all select 'rule', format('%s: %I', c.name, w.rulename), 'definition',
    w.ev_enabled::text || ' ' || pg_get_ruledef(w.oid), c.name, null
    from r c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'
  union all select 'policy', format('%s: %I', c.name, p.polname), 'definition',
    concat_ws(' ', p.polcmd::text, p.polpermissive, p.polroles::regrole[]::text,
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)), c.name, null
    from r c join pg_policy p on p.polrelid = c.oid
  union all select 'relation', c.name, 'subscription', '', c.name, null
    from r c join pg_subscription_rel u on u.srrelid = c.oid

  union all select 'function', name, 'definition',
    case when prokind = 'a' then 'aggregate' else pg_get_functiondef(oid) end, null, null from f
  union all select 'function', name, 'owner', ${owned('proowner')}, null, null from f
  union all select 'function', name, 'rights', ${rights('proacl', 'f', 'proowner')}, null, null from f
  union all select 'type', t.oid::regtype::text, 'kind', t.typtype::text, null, null
    from pg_type t join s on s.oid = t.typnamespace where t.typtype in ('d', 'e', 'r', 'm', 'b') and t.typelem = 0
  union all select 'operator', o.oid::regoperator::text, 'function', o.oprcode::regproc::text, null, null
    from pg_operator o join s on s.oid = o.oprnamespace
) d order by kind collate "C", object collate "C", aspect collate "C"`
