import type { Database } from '../../../kernel/database/database.ts'

/** The time of arrival up to which the statements about the checkpoints of a log are recorded, and the entry that did so. */
export type Recorded = { until: string; entryId: string | null }

/**
 * Reads the newest `recordStatements` entry in a log of this size. The log is read from its end, one window of leaves at a time,
 * so that no statement reads a whole log. An entry never names a checkpoint that is larger than the log was then. So nothing is
 * read before the smallest checkpoint that has a statement.
 */
export async function lastRecorded(
  db: Pick<Database, 'query'>,
  organizationId: string,
  size: number,
  { signal, window = WINDOW }: { signal: AbortSignal; window?: number },
): Promise<Recorded> {
  const [named] = await db.query<{ size: string | null }>({ text: SMALLEST, values: [organizationId] })
  const first = Number(named?.size ?? size)
  for (let end = size; end > first; end -= window) {
    signal.throwIfAborted()
    const values = [organizationId, Math.max(first, end - window), end]
    const [row] = await db.query<{ until: string; id: string }>({ text: NEWEST, values })
    if (row !== undefined) return { until: row.until, entryId: row.id }
  }
  return { until: '-infinity', entryId: null }
}

/** How many leaves one statement of SQL reads. */
const WINDOW = 20_000

const SMALLEST = 'select min(size) as size from ledger.checkpoint_statements where org_id = $1'

/** Looks the entries up by their keys, whatever the statistics of the tables (decision 181). */
const NEWEST = `
  select e.entry::jsonb #>> '{details,until}' as until, l.entry_id as id
  from ledger.leaves l cross join lateral (
    select entry from ledger.entries where org_id = l.org_id and id = l.entry_id
      and strpos(entry, '"operation":"recordStatements"') > 0 and entry::jsonb ->> 'operation' = 'recordStatements' offset 0) e
  where l.org_id = $1 and l.index >= $2 and l.index < $3
  order by l.index desc limit 1`
