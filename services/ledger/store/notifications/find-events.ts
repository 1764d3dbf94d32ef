import type { PoolClient } from 'pg'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import type { NotifiedEvent } from '../../domain/notifications/events.ts'
import { EVENT_TYPES, eventsOf } from '../../domain/notifications/from-log.ts'
import type { LogEntry, LogRecord } from '../../domain/notifications/log-entry.ts'
import { type KeptMarks, readMarks, writeMarks } from './marks.ts'
import { queueEvents } from './queue-events.ts'

/** Organizations with channels whose log has grown since it was last read; up to `limit`, those after `after` first. */
export async function grownLogs(db: Database, after: string, limit: number): Promise<string[]> {
  const text = `${across('grown logs')}
    select c.org_id from ledger.notification_cursors c join ledger.trees t on t.org_id = c.org_id
    where t.size > c.next_index order by c.org_id <= $1, c.org_id limit $2`
  const rows = await db.query<{ org_id: string }>({ name: 'grown logs', text, values: [after, limit] })
  return rows.map(({ org_id }) => org_id)
}

/** Up to `limit` organizations with channels whose obligations may be behind their log; those after `after` by id. */
export async function logsWithoutObligations(db: Database, after: string, limit: number): Promise<string[]> {
  const text = `${across('logs without obligations')}
    select c.org_id from ledger.notification_cursors c join ledger.trees t on t.org_id = c.org_id
    left join ledger.obligation_progress p on p.org_id = c.org_id
    where t.size > coalesce(p.next_leaf, 0) and c.org_id > $1 order by c.org_id limit $2`
  const values = [after, limit]
  const rows = await db.query<{ org_id: string }>({ name: 'logs without obligations', text, values })
  return rows.map(({ org_id }) => org_id)
}

/**
 * Reads the next entries of an organization's log and queues notifications. The outbox, the marks and the place in the log commit
 * together: a process that is killed leaves nothing out and queues nothing twice. Nothing is read from a log that another process
 * is reading.
 *
 * @param most how many entries are read, and how many bytes of their records where there is more than one entry: a decision has
 * up to 3 MiB
 * @returns how many entries were read
 */
export function findEvents(
  deps: { db: Database; clock: Clock },
  organizationId: string,
  most: { entries?: number; bytes?: number } = {},
): Promise<number> {
  const { entries: limit = ENTRIES_AT_ONCE, bytes = BYTES_AT_ONCE } = most
  return inTransaction(deps.db, 'begin', async (client) => {
    const [cursor] = await rows<{ next_index: string }>(client, CURSOR, [organizationId])
    if (cursor === undefined) return 0
    const entries = await rows<{ entry: string }>(client, ENTRIES, [organizationId, cursor.next_index, limit])
    if (entries.length === 0) return 0
    const found = entries.map(({ entry }) => JSON.parse(entry) as LogEntry)
    const parsed = await fitting(client, organizationId, found, bytes)
    const events = await eventsOfEntries(client, organizationId, parsed)
    await queueEvents(client, organizationId, events, deps.clock.now())
    await client.query(ADVANCE, [organizationId, parsed.length])
    return parsed.length
  })
}

/** The entries before the first one whose records are too large together with those before. */
async function fitting(
  client: PoolClient,
  organizationId: string,
  entries: LogEntry[],
  most: number,
): Promise<LogEntry[]> {
  const ids = entries.filter(isRelevant).map(({ id }) => id)
  if (ids.length < 2) return entries
  const sizes = await rows<{ entry_id: string; bytes: string }>(client, SIZES, [organizationId, ids])
  const bytesOf = new Map(sizes.map(({ entry_id, bytes }) => [entry_id, Number(bytes)]))
  let total = 0
  const end = entries.findIndex(({ id }) => {
    const before = total
    total += bytesOf.get(id) ?? 0
    return before > 0 && total > most
  })
  return end === -1 ? entries : entries.slice(0, end)
}

/** Whether events may follow from an entry. */
function isRelevant({ via, receipts }: LogEntry): boolean {
  return via === 'webhook' || receipts.some(({ type }) => EVENT_TYPES.has(type))
}

async function eventsOfEntries(
  client: PoolClient,
  organizationId: string,
  entries: LogEntry[],
): Promise<NotifiedEvent[]> {
  const relevant = entries.filter(isRelevant)
  if (relevant.length === 0) return []
  const marks: KeptMarks = await readMarks(client, organizationId)
  const records = await recordsOf(client, organizationId, relevant)
  const events = relevant.flatMap((entry) => eventsOf(entry, records.get(entry.id) ?? [], marks))
  await writeMarks(client, organizationId, marks)
  return events
}

/** The records from which events may follow, by entry. */
async function recordsOf(
  client: PoolClient,
  organizationId: string,
  entries: LogEntry[],
): Promise<Map<string, LogRecord[]>> {
  const found = new Map<string, LogRecord[]>()
  for (const [text, types] of SOURCES) {
    const ids = entries
      .filter(({ receipts }) => receipts.some(({ type }) => types.has(type)))
      .map(({ id }) => id)
    if (ids.length === 0) continue
    for (const row of await rows<RecordRow>(client, text, [organizationId, ids])) {
      const record = JSON.parse(row.record)
      if (row.finding_id != null) record.finding_id = row.finding_id
      const list = found.get(row.entry_id) ?? []
      list.push({ type: row.type, id: row.id, record })
      found.set(row.entry_id, list)
    }
  }
  return found
}

async function rows<R>(client: PoolClient, text: string, values: unknown[]): Promise<R[]> {
  return (await client.query(text, values)).rows as R[]
}

const CURSOR = `select next_index from ledger.notification_cursors where org_id = $1 for update skip locked`

/** Looks the entries up by their keys, whatever the statistics of the tables (decision 181). */
const ENTRIES = `select e.entry from ledger.leaves l
  cross join lateral (select entry from ledger.entries where org_id = l.org_id and id = l.entry_id offset 0) e
  where l.org_id = $1 and l.index >= $2 order by l.index limit $3`

const ADVANCE = 'update ledger.notification_cursors set next_index = next_index + $2 where org_id = $1'

const GATE_TYPES = ['gate-decisions', 'triggers', 'resolutions', 'certifications', 'suites', 'agent-profiles']

/** The tables or views with the records of each type. */
const SOURCES: [text: string, types: ReadonlySet<string>][] = [
  [
    `select entry_id, 'incidents' as type, id, record from ledger.incidents
     where org_id = $1 and entry_id = any($2::uuid[]) order by entry_id, position`,
    new Set(['incidents']),
  ],
  [
    `select entry_id, type, id, record from gate.records_v1
     where org_id = $1 and entry_id = any($2::uuid[]) and type in (${GATE_TYPES.map((type) => `'${type}'`)})
     order by entry_id, type, position`,
    new Set(GATE_TYPES),
  ],
  // The record of an occurrence has the parts of its subject. The id of its finding is in the view.
  [
    `select r.entry_id, r.type, r.id, r.record, (
       select f.finding_id from ingestion.findings_v1 f
       where f.org_id = r.org_id and f.ai_system_id = (r.record::jsonb ->> 'ai_system_id')::uuid
         and f.kind = r.record::jsonb ->> 'kind'
         and (f.kind = 'drift' or f.profile_id = (r.record::jsonb ->> 'profile_id')::uuid)
         and (f.kind <> 'tool' or f.tool_name = r.record::jsonb ->> 'tool_name')
         and (f.kind <> 'drift' or f.metric_name = r.record::jsonb ->> 'metric_name')
         and (f.kind <> 'version' or (f.model_name is not distinct from r.record::jsonb ->> 'model_name'
           and f.model_version is not distinct from r.record::jsonb ->> 'model_version'))
       limit 1) as finding_id
     from ingestion.records_v1 r
     where r.org_id = $1 and r.entry_id = any($2::uuid[]) and r.type = 'findings' order by r.entry_id, r.position`,
    new Set(['findings']),
  ],
]

/** The size of the entries' records, without reading them. */
const SIZES = `select s.entry_id, sum(s.bytes) as bytes from (
    select i.entry_id, octet_length(i.record) as bytes from ledger.incidents i
    where i.org_id = $1 and i.entry_id = any($2::uuid[])
    union all
    select g.entry_id, octet_length(g.record) from gate.records_v1 g
    where g.org_id = $1 and g.entry_id = any($2::uuid[]) and g.type in (${GATE_TYPES.map((type) => `'${type}'`)})
    union all
    select r.entry_id, octet_length(r.record) from ingestion.records_v1 r
    where r.org_id = $1 and r.entry_id = any($2::uuid[]) and r.type = 'findings') as s
  group by s.entry_id`

const ENTRIES_AT_ONCE = 500
const BYTES_AT_ONCE = 2 * 1024 * 1024

type RecordRow = { entry_id: string; type: string; id: string; record: string; finding_id?: string | null }
