import { array } from '../../kernel/database/array-literal.ts'
import type { Database } from '../../kernel/database/database.ts'
import { Conditions, LONGEST_CALL_MS } from '../../kernel/database/filtered/conditions.ts'
import { filteredList } from '../../kernel/database/filtered/filtered-list.ts'
import { type ListPage, readList } from '../../kernel/database/filtered/read.ts'
import type { ListOptions } from '../../kernel/lists/list.ts'
import { firstIdOf } from '../../kernel/values/ids.ts'
import { isoTime } from '../../kernel/values/time.ts'
import type { LoggedEntry } from '../domain/log/entry.ts'
import type { EntryFilter } from '../domain/log/entry-filter.ts'
import { ENTRIES_OF } from './entries-of.ts'

/** Audit entries, filtered by their content. */
export type EntryList = {
  list(organizationId: string, filter: EntryFilter, options: ListOptions): Promise<ListPage<LoggedEntry>>
  /** Up to `limit` entries in the order of the log, among the next MAX_READ after a leaf. `last`: the leaf to continue from. */
  after(
    organizationId: string,
    filter: EntryFilter,
    limit: number,
    leaf: bigint,
  ): Promise<{ entries: LoggedEntry[]; last: bigint }>
}

export function entryList(db: Pick<Database, 'query'>): EntryList {
  const filtered = filteredList<EntryRow>(db, {
    table: 'ledger.entries',
    record: 'entry',
    select: `s.id, s.record as entry, l.index, ${INCIDENTS}`,
    join: 'left join lateral (select index from ledger.leaves where org_id = $1 and entry_id = s.id offset 0) l on true',
  })
  return {
    async list(organizationId, filter, options) {
      const conditions = await conditionsOf(db, organizationId, filter)
      const { rows, ...read } = await readList(organizationId, options, conditions, filtered)
      return { rows: rows.map(loggedEntry), ...read }
    },
    async after(organizationId, filter, limit, leaf) {
      const conditions = await conditionsOf(db, organizationId, filter)
      const { indexed, shown } = conditions.sql(5)
      const rows = await db.query<EntryRow & { last: string | null; is_row: boolean }>({
        text: `with walked as materialized (
            select l.index, t.id, t.entry from ledger.leaves l
            cross join lateral (select id, entry from ledger.entries where org_id = l.org_id and id = l.entry_id offset 0) t
            where l.org_id = $1 and l.index > $2 and l.index <= $2 + $3::int and ${indexed} order by l.index),
          shown as (select w.index, w.id, w.entry from (select w.*, w.entry::jsonb as json from walked w offset 0) w
            where ${shown} order by w.index limit $4)
          select s.id, s.entry, s.index, ${INCIDENTS}, s.id is not null as is_row, whole.last
          from (select greatest($2, least($2 + $3::int, (select coalesce(max(l.index), -1) from ledger.leaves l where l.org_id = $1)))::text as last) whole
          left join shown s on true order by s.index nulls last`,
        values: [organizationId, String(leaf), MAX_READ, limit, ...conditions.values],
      })
      const entries = rows.filter(({ is_row }) => is_row).map(loggedEntry)
      if (entries.length === limit) return { entries, last: entries.at(-1)!.leafIndex! }
      return { entries, last: BigInt(rows[0]!.last ?? leaf) }
    },
  }
}

async function conditionsOf(
  db: Pick<Database, 'query'>,
  organizationId: string,
  { operation, actorId, actorKind, outcome, recordId, at: { since, until }, search }: EntryFilter,
): Promise<Conditions> {
  const conditions = new Conditions().search(search, TEXTS)
  if (operation !== undefined) conditions.shown("w.json ->> 'operation' = $", operation)
  if (actorId !== undefined) conditions.shown("w.json #>> '{actor,id}' = $", actorId)
  if (actorKind !== undefined) conditions.shown("w.json #>> '{actor,kind}' = $", actorKind)
  if (outcome !== undefined) conditions.shown("w.json ->> 'outcome' = $", outcome)
  // Times in the form of entries sort as texts. The range of ids is wide enough for these times: an id is minted when a call
  // begins.
  const shifted = (at: Date, ms: number) => firstIdOf(new Date(at.getTime() + ms))
  if (since !== undefined)
    conditions
      .indexed('t.id >= $::uuid', shifted(since, -LONGEST_CALL_MS))
      .shown("w.json ->> 'at' >= $", isoTime(since))
  if (until !== undefined)
    conditions
      .indexed('t.id < $::uuid', shifted(until, LONGEST_CALL_MS))
      .shown("w.json ->> 'at' < $", isoTime(until))
  if (recordId !== undefined)
    conditions.indexed('t.id = any($::uuid[])', array(await entriesOf(db, organizationId, recordId)))
  return conditions
}

/** The ids of the newest MAX_READ entries whose calls wrote a record (entries-of.ts). */
async function entriesOf(
  db: Pick<Database, 'query'>,
  organizationId: string,
  recordId: string,
): Promise<string[]> {
  const values = [organizationId, recordId, MAX_READ]
  const rows = await db.query<{ entry_id: string }>({ name: 'entries of', text: ENTRIES_OF, values })
  return rows.map(({ entry_id }) => entry_id)
}

type EntryRow = { id: string; entry: string; index: string | null; incidents: string[] }

function loggedEntry({ id, entry, index, incidents }: EntryRow): LoggedEntry {
  return { id, text: entry, leafIndex: index === null ? undefined : BigInt(index), incidentIds: incidents }
}

/**
 * The incidents that the call of an entry `s` wrote. `order by` makes PostgreSQL use the index of entries, whatever its
 * statistics (decision 181).
 */
const INCIDENTS = `array(
  select distinct i.id from (
    select id from ledger.incidents where org_id = $1 and entry_id = s.id order by position offset 0) i) as incidents`
/** How many entries one call of a follower reads, and how many the list of a record has. */
const MAX_READ = 10_000
const TEXTS = [
  ...['id', 'request_id', 'operation', 'code', 'outcome', 'via', 'details'].map(
    (name) => `w.json ->> '${name}'`,
  ),
  ...['kind', 'id', 'name'].map((name) => `w.json #>> '{actor,${name}}'`),
]
