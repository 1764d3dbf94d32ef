import type { PoolClient } from 'pg'
import { findingSubject } from '../../../kernel/audit/finding-subject.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { mapInTurns } from '../../../kernel/concurrency/event-loop.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import type { NotifiedEvent } from '../../domain/notifications/events.ts'
import { EVENT_TYPES, eventsOf, markedSubjects } from '../../domain/notifications/from-log.ts'
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
    const found = await mapInTurns(entries, ({ entry }) => JSON.parse(entry) as LogEntry)
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
  const records = await recordsOf(client, organizationId, relevant)
  const subjects = relevant.flatMap((entry) => markedSubjects(entry, records.get(entry.id) ?? []))
  const marks: KeptMarks = await readMarks(client, organizationId, subjects)
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
    const read = await rows<RecordRow>(client, text, [organizationId, ids])
    await mapInTurns(read, (row) => {
      const list = found.get(row.entry_id) ?? []
      list.push({ type: row.type, id: row.id, record: JSON.parse(row.record) })
      found.set(row.entry_id, list)
    })
  }
  const all = [...found.values()].flat()
  await addFindingIds(
    client,
    organizationId,
    all.filter(({ type }) => type === 'findings'),
  )
  return found
}

/** Adds to each occurrence the id of its finding. */
async function addFindingIds(
  client: PoolClient,
  organizationId: string,
  occurrences: readonly LogRecord[],
): Promise<void> {
  if (occurrences.length === 0) return
  const subjects = await mapInTurns(occurrences, ({ record }) => findingSubject(record))
  const kinds = occurrences.map(({ record }) => record.kind)
  const ids = await rows<{ finding_id: string | null }>(client, FINDINGS, [organizationId, kinds, subjects])
  for (const [i, { record }] of occurrences.entries()) {
    const id = ids[i]!.finding_id
    if (id !== null) record.finding_id = id
  }
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
  [
    `select entry_id, type, id, record from ingestion.records_v1
     where org_id = $1 and entry_id = any($2::uuid[]) and type = 'findings' order by entry_id, position`,
    new Set(['findings']),
  ],
]

/**
 * The ids of the findings with these kinds and subjects, in order. A range with `order by` makes PostgreSQL use the index of
 * subjects, whatever its statistics (decision 181): each is one lookup, however many findings there are.
 */
const FINDINGS = `
  select f.finding_id from unnest($2::text[], $3::text[]) with ordinality as w (kind, subject, nth)
  left join lateral (
    select finding_id, kind, subject from ingestion.findings_v1
    where org_id = $1 and (kind, subject) >= (w.kind, decode(w.subject, 'hex'))
    order by kind, subject limit 1) f on f.kind = w.kind and f.subject = decode(w.subject, 'hex')
  order by w.nth`

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

type RecordRow = { entry_id: string; type: string; id: string; record: string }
