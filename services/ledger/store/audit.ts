import type { AuditEntryText } from '../../kernel/audit/audit-entry.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { entryValues } from '../../kernel/database/record-store.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import { groupCommit } from '../../kernel/group-commit.ts'
import type { LoggedEntry } from '../domain/entry.ts'
import type { EntryFilter } from '../domain/entry-filter.ts'

/** The audit log's entries. */
export type AuditStore = {
  /** Appends the entry of a call that changed nothing. An entry that already stands is left as it is. */
  record(entry: AuditEntryText): Promise<void>
  /**
   * Entries that the filter shows with ids below `before`, newest first: up to `limit`, and those among the next LOOKED_AT.
   * `last`: the id to go on from, undefined at the end.
   */
  page(
    organizationId: string,
    filter: EntryFilter,
    limit: number,
    before: string | undefined,
  ): Promise<EntryPage>
  /** The same in the order of the log, after a leaf. */
  after(organizationId: string, filter: EntryFilter, limit: number, leaf: bigint): Promise<FollowedEntries>
}

export type EntryPage = { entries: LoggedEntry[]; last: string | undefined }
export type FollowedEntries = { entries: LoggedEntry[]; last: bigint }

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
    async page(organizationId, filter, limit, before = MAX_ID) {
      const { text, values } = shows(filter, [organizationId, before, LOOKED_AT, limit + 1])
      const rows = await db.query<Row>({
        text: `with walked as materialized (
            select e.id, e.entry from ledger.entries e where e.org_id = $1 and e.id < $2
              ${range(filter, values)} order by e.id desc limit $3),
          shown as (select w.id, w.entry from walked w where ${text} order by w.id desc limit $4)
          select s.id, s.entry, l.index, ${INCIDENTS}, (select count(*) from walked) as walked,
            (select w.id from walked w order by w.id limit 1) as last
          from (select null::uuid as id, null as entry union all select * from shown) s
          left join ledger.leaves l on l.org_id = $1 and l.entry_id = s.id
          order by s.id desc nulls last`,
        values,
      })
      const { walked, last } = rows[0]!
      const entries = rows.flatMap(entryOfRow)
      if (entries.length > limit) return { entries: entries.slice(0, limit), last: entries[limit - 1]!.id }
      return { entries, last: Number(walked) < LOOKED_AT ? undefined : (last ?? undefined) }
    },
    async after(organizationId, filter, limit, leaf) {
      const { text, values } = shows(filter, [organizationId, String(leaf), LOOKED_AT, limit])
      const rows = await db.query<Row>({
        text: `with walked as materialized (
            select l.index, e.id, e.entry from ledger.leaves l join ledger.entries e on e.org_id = l.org_id and e.id = l.entry_id
            where l.org_id = $1 and l.index > $2 and l.index <= $2 + $3::int order by l.index),
          shown as (select w.index, w.id, w.entry from walked w where ${text} order by w.index limit $4)
          select s.id, s.entry, s.index, ${INCIDENTS}, null as walked, (select max(w.index) from walked w)::text as last
          from (select null::uuid as id, null as entry, null::bigint as index union all select id, entry, index from shown) s
          order by s.index nulls last`,
        values,
      })
      const entries = rows.flatMap(entryOfRow)
      if (entries.length === limit) return { entries, last: entries.at(-1)!.leafIndex! }
      return { entries, last: BigInt(rows[0]!.last ?? leaf) }
    },
  }
}

type Row = {
  id: string | null
  entry: string | null
  index: string | null
  incidents: string[]
  walked: string | null
  last: string | null
}

/** One row of each answer has no entry: it tells how far the walk went also when nothing shows. */
function entryOfRow({ id, entry, index, incidents }: Row): LoggedEntry[] {
  if (id === null || entry === null) return []
  return [{ id, text: entry, leafIndex: index === null ? undefined : BigInt(index), incidentIds: incidents }]
}

/** The condition on an entry `w`, with its parameters after the given ones. */
function shows(
  { contains, since, until }: EntryFilter,
  values: unknown[],
): { text: string; values: unknown[] } {
  const parts = ['true']
  const add = (value: unknown, part: (parameter: string) => string) =>
    parts.push(part(`$${values.push(value)}`))
  if (Object.keys(contains).length > 0) add(JSON.stringify(contains), (p) => `w.entry::jsonb @> ${p}::jsonb`)
  if (since !== undefined) add(since, (p) => `w.entry::jsonb ->> 'at' >= ${p}`)
  if (until !== undefined) add(until, (p) => `w.entry::jsonb ->> 'at' < ${p}`)
  return { text: parts.join(' and '), values }
}

function range({ from, below }: EntryFilter, values: unknown[]): string {
  const parts: string[] = []
  if (from !== undefined) parts.push(`and e.id >= $${values.push(from)}::uuid`)
  if (below !== undefined) parts.push(`and e.id < $${values.push(below)}::uuid`)
  return parts.join(' ')
}

/** The incidents that the call of an entry `s` wrote. */
const INCIDENTS = `array(
  select distinct i.id from ledger.incidents i where i.org_id = $1 and i.entry_id = s.id) as incidents`
/** Entries that one page looks at. */
const LOOKED_AT = 10_000
