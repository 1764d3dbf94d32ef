import { sql } from '../../harness/database.ts'

/**
 * Returns everything stored for an organization, by table, as one text each. Data that changes without a call is left out: the
 * queue and tree of its log, checkpoints, sessions, and when a key was last used.
 */
export async function everythingOf(databaseUrl: string, id: string): Promise<{ [table: string]: string }> {
  const tables = await sql<{ name: string; column: string }>(
    databaseUrl,
    `select format('%I.%I', table_schema, table_name) as name, column_name as column
     from information_schema.columns join information_schema.tables t using (table_schema, table_name)
     where column_name in ('org_id', 'organization_id') and table_type = 'BASE TABLE' order by 1`,
  )
  const still = tables.filter(({ name }) => !MOVES.includes(name))
  const found: { [table: string]: string } = {}
  for (const { name, column } of still) {
    const text = `select count(*) || ' ' || coalesce(md5(string_agg(r, '' order by r)), '') as all from
      (select (to_jsonb(t) - 'last_used_at')::text as r from ${name} t where ${column} = $1) rows`
    const [row] = await sql<{ all: string }>(databaseUrl, text, [id])
    found[name] = row!.all
  }
  return found
}

const MOVES = [
  'ledger.queue',
  'ledger.trees',
  'ledger.leaves',
  'ledger.nodes',
  'ledger.checkpoints',
  'ledger.sessions',
  // The index behind filtered lists follows the log with a delay.
  'ledger.list_rows',
  'ledger.list_counts',
  'ledger.list_progress',
  // The projection of obligations and of the triage queue follows the log, and so does the notifier, which sends waiting
  // notifications.
  'ledger.triage',
  'ledger.obligations',
  'ledger.obligation_progress',
  'ledger.notification_cursors',
  'ledger.notification_marks',
  'ledger.notifications',
]
