import type { AuditEntryText } from '../../kernel/audit/audit-entry.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import type { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { type FilteredList, filteredList } from '../../kernel/database/filtered/filtered-list.ts'
import { entryValues } from '../../kernel/database/record-store.ts'
import { groupCommit } from '../../kernel/group-commit.ts'
import type { LoggedEntry } from '../domain/entry.ts'
import { ENTRIES_OF } from './entries-of.ts'

/** The audit log's entries. */
export type AuditStore = {
  /** Appends the entry of a call that changed nothing. An entry that already stands is left as it is. */
  record(entry: AuditEntryText): Promise<void>
  /** Entries by conditions on what they say. */
  filtered: FilteredList<EntryRow>
  /**
   * Up to `limit` of them in the order of the log, among the next LOOKED_AT after a leaf. `last`: the leaf to go on from.
   */
  after(
    organizationId: string,
    conditions: Conditions,
    limit: number,
    leaf: bigint,
  ): Promise<{ entries: LoggedEntry[]; last: bigint }>
  /** The ids of the entries of the calls that wrote a record, at most the newest LOOKED_AT (entries-of.ts). */
  entriesOf(organizationId: string, recordId: string): Promise<string[]>
}

export function auditStore(db: Database): AuditStore {
  return {
    record: groupCommit<AuditEntryText, void>({
      name: 'record calls',
      retriable: isStatementRefused,
      run: async (entries) => {
        const text = "select ledger.record($1::uuid[], $2::uuid[], string_to_array($3, E'\\n'))"
        await db.query({ name: 'record calls', text, values: entryValues(entries) })
        return new Array(entries.length)
      },
    }),
    filtered: filteredList(db, {
      table: 'ledger.entries',
      record: 'entry',
      select: `s.id, s.record as entry, l.index, ${INCIDENTS}`,
      join: 'left join ledger.leaves l on l.org_id = $1 and l.entry_id = s.id',
    }),
    entriesOf: async (organizationId, recordId) => {
      const values = [organizationId, recordId, LOOKED_AT]
      const rows = await db.query<{ entry_id: string }>({ name: 'entries of', text: ENTRIES_OF, values })
      return rows.map(({ entry_id }) => entry_id)
    },
    async after(organizationId, conditions, limit, leaf) {
      const { indexed, shown } = conditions.sql(5)
      const rows = await db.query<EntryRow & { last: string | null; is_row: boolean }>({
        text: `with walked as materialized (
            select l.index, t.id, t.entry from ledger.leaves l join ledger.entries t on t.org_id = l.org_id and t.id = l.entry_id
            where l.org_id = $1 and l.index > $2 and l.index <= $2 + $3::int and ${indexed} order by l.index),
          shown as (select w.index, w.id, w.entry from (select w.*, w.entry::jsonb as json from walked w offset 0) w
            where ${shown} order by w.index limit $4)
          select s.id, s.entry, s.index, ${INCIDENTS}, s.id is not null as is_row, whole.last
          from (select greatest($2, least($2 + $3::int, (select coalesce(max(l.index), -1) from ledger.leaves l where l.org_id = $1)))::text as last) whole
          left join shown s on true order by s.index nulls last`,
        values: [organizationId, String(leaf), LOOKED_AT, limit, ...conditions.values],
      })
      const entries = rows.filter(({ is_row }) => is_row).map(loggedEntry)
      if (entries.length === limit) return { entries, last: entries.at(-1)!.leafIndex! }
      return { entries, last: BigInt(rows[0]!.last ?? leaf) }
    },
  }
}

/** A row of the answer. */
export type EntryRow = { id: string; entry: string; index: string | null; incidents: string[] }

export function loggedEntry({ id, entry, index, incidents }: EntryRow): LoggedEntry {
  return { id, text: entry, leafIndex: index === null ? undefined : BigInt(index), incidentIds: incidents }
}

/** The incidents that the call of an entry `s` wrote. */
const INCIDENTS = `array(
  select distinct i.id from ledger.incidents i where i.org_id = $1 and i.entry_id = s.id) as incidents`
/** Entries that one call of a follower looks at, and that a record has at most. */
const LOOKED_AT = 10_000
