import { randomUUID } from 'node:crypto'
import { connected } from '../../harness/database.ts'

/**
 * Makes an organization with `rows` rows in every table in which another organization has rows: copies of one of these rows, with
 * ids, hashes and numbers of their own. Statistics are not updated: they know nothing of the organization.
 *
 * @returns its id
 */
export async function grownOrganization(url: string, from: string, rows: number): Promise<string> {
  const organization = randomUUID()
  await connected(url, async (run) => {
    const columns = await run<Column>(COLUMNS)
    await run(`set session_replication_role = 'replica'`)
    for (const [table, own] of Map.groupBy(columns, ({ table }) => table)) {
      await run(`alter table ${table} set (autovacuum_enabled = off)`)
      const isOne = own.some(({ column, is_key }) => column === 'org_id' && is_key)
      const names = own.map(({ column }) => `"${column}"`).join(', ')
      await run(
        `insert into ${table} (${names}) overriding system value
         select ${own.map((one) => columnValue(one)).join(', ')}
         from (select * from ${table} where org_id = $1 limit 1) t cross join generate_series(1, $3::int) n
         where $2::uuid is not null on conflict do nothing`,
        [from, organization, isOne ? 1 : rows],
      )
    }
    for (const fill of WITHOUT_COPIES) await run(fill, [organization, rows])
    for (const [table, column] of PLACES)
      await run(`update ${table} set ${column} = $2 where org_id = $1`, [organization, rows])
  })
  return organization
}

/**
 * Analyzes all tables. In the statistics every organization has one row per table, as in an installation with many small ones.
 */
export async function sparseStatistics(url: string): Promise<void> {
  await connected(url, async (run) => {
    for (const table of new Set((await run<Column>(COLUMNS)).map(({ table }) => table)))
      await run(`alter table ${table} alter column org_id set (n_distinct = -1)`)
    await run('analyze')
  })
}

function columnValue({ table, column, type, in_key }: Column): string {
  if (column === 'org_id') return '$2::uuid'
  if (type === 'uuid') return `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  if (ORDERED.has(column)) return `n - 1`
  if (type === 'bytea') return `sha256(n::text::bytea)`
  if (type === 'text' && in_key) return `"${column}" || n`
  if (column === 'record' && table in IN_RECORD)
    return `(record::jsonb || jsonb_build_object('${IN_RECORD[table]}', n))::text`
  return `"${column}"`
}

/** Fills tables in which a small organization has no rows. */
const WITHOUT_COPIES = [
  `insert into ledger.nodes (org_id, level, index, hash)
   select $1, 8, n - 1, sha256(n::text::bytea) from generate_series(1, $2::int) n`,
  `insert into ledger.checkpoint_statements (org_id, size, kid, kind, source, statement)
   select org_id, size, kid, 'cosignature', 'witness', 'signed' from ledger.checkpoints where org_id = $1 limit $2::int`,
]
const ORDERED = new Set(['index', 'seq', 'size', 'mark'])
/** Tables with a unique value that is generated from the record, and the member of the record that it depends on. */
const IN_RECORD: { [table: string]: string } = { 'gate.suites': 'name', 'gate.resolutions': 'occurrences' }
const PLACES = [
  ['ledger.trees', 'size'],
  ['ledger.list_progress', 'next_index'],
  ['ledger.obligation_progress', 'next_leaf'],
]

type Column = { table: string; column: string; type: string; in_key: boolean; is_key: boolean }

/** The tables of organizations and their columns. `in_key`: whether the column is in a unique index that contains no other id. */
const COLUMNS = `
  select c.oid::regclass::text as "table", a.attname as "column", format_type(a.atttypid, null) as type, exists (
      select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey) and not exists (
        select from pg_attribute u where u.attrelid = c.oid and u.attnum = any (i.indkey)
          and u.atttypid = 'uuid'::regtype and u.attname <> 'org_id')) as in_key, exists (
      select from pg_index i where i.indrelid = c.oid and i.indisprimary and i.indkey::text = a.attnum::text) as is_key
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('ledger', 'gate', 'ingestion', 'evidence') and c.relkind = 'r' and a.attnum > 0
    and not a.attisdropped and a.attgenerated = ''
    and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')
  order by 1, a.attnum`
