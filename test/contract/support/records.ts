import type { TestInstallation } from '../../harness/installation.ts'
import { query } from './query.ts'

/** Counts the rows in every record table of every service. */
export async function countRecords({ databaseUrl }: Pick<TestInstallation, 'databaseUrl'>): Promise<number> {
  const tables = known.get(databaseUrl) ?? (await recordTables(databaseUrl))
  known.set(databaseUrl, tables)
  const counts = tables.map((table) => `(select count(*) from ${table})`)
  const [row] = await query<{ n: string }>(databaseUrl, `select ${counts.join(' + ')} as n`)
  return Number(row!.n)
}

const known = new Map<string, string[]>()

/** Returns every table of records, in all schemas: those with `entry_id` and `record`. The names are quoted. */
async function recordTables(databaseUrl: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    databaseUrl,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where column_name in ('entry_id', 'record') and table_type = 'BASE TABLE'
     group by 1 having count(*) = 2 order by 1`,
  )
  return rows.map(({ name }) => name)
}
