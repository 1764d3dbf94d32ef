import { Outcome } from '../../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry } from '../../../kernel/audit/audit-entry.ts'
import { systemCall } from '../../../kernel/audit/system-call.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { lastRecorded, type Recorded } from './last-recorded.ts'

/**
 * Records in each log what others signed about its checkpoints, so that `attestry audit verify` finds a deleted statement. One
 * entry of the system (`recordStatements`) names up to 100 statements with their hashes.
 *
 * Each entry leads to a new checkpoint, which others sign again. So statements are recorded only where something else was logged
 * since the last such entry: a log that does not grow gets no entry, and is not queried again before it grows. Where recording in
 * one log fails, the others are still recorded, the first failure is thrown, and the next call tries that log again.
 */
export class StatementRecorder {
  readonly #db: Database
  readonly #clock: Clock
  readonly #recorded = new Map<string, Recorded>()
  /** Logs whose statements wait until something else is logged, with the size that each had when it was queried. */
  readonly #waiting = new Map<string, number>()
  #since = '-infinity'

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async record(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = []
    const [{ until }] = (await this.#db.query<{ until: string }>({ text: UNTIL })) as [{ until: string }]
    for (let after: string | undefined, isMore = true; isMore; ) {
      const logs = await this.#logs(after)
      if (logs.length > 0) await this.#recordIn(logs, { signal, failures })
      after = logs.at(-1)?.organizationId
      isMore = logs.length === LOGS_AT_ONCE
    }
    this.#since = until
    if (failures.length > 0) throw failures[0]
  }

  /** Logs with statements that arrived since the last call or that wait; those after an organization's id. */
  async #logs(after: string | undefined): Promise<Log[]> {
    const values = [this.#since, [...this.#waiting.keys()], [...this.#waiting.values()], after ?? null]
    const rows = await this.#db.query<{ org_id: string; size: string }>({ text: LOGS, values })
    return rows.map(({ org_id, size }) => ({ organizationId: org_id, size: Number(size) }))
  }

  async #recordIn(logs: readonly Log[], attempts: Attempts): Promise<void> {
    for (const log of logs)
      if (!this.#recorded.has(log.organizationId))
        await this.#attempt(log, attempts, () => this.#readRecorded(log, attempts.signal))
    const known = logs.filter(({ organizationId }) => this.#recorded.has(organizationId))
    const grown = await grownAmong(this.#db, known, this.#recorded)
    for (const log of known)
      if (!grown.has(log.organizationId)) this.#waiting.set(log.organizationId, log.size)
      else {
        this.#waiting.delete(log.organizationId)
        await this.#attempt(log, attempts, () => this.#recordAll(log.organizationId, attempts.signal))
      }
  }

  /** Runs the work for one log. A failure is stored to be thrown later, and the next call tries that log again. */
  async #attempt(
    { organizationId, size }: Log,
    { signal, failures }: Attempts,
    work: () => Promise<void>,
  ): Promise<void> {
    signal.throwIfAborted()
    await work().catch((failure) => {
      signal.throwIfAborted()
      // A size that the log does not have, so that the next call finds it whether or not it has grown.
      this.#waiting.set(organizationId, size - 1)
      failures.push(failure)
    })
  }

  async #readRecorded({ organizationId, size }: Log, signal: AbortSignal): Promise<void> {
    this.#recorded.set(organizationId, await lastRecorded(this.#db, organizationId, size, { signal }))
  }

  async #recordAll(organizationId: string, signal: AbortSignal): Promise<void> {
    while (await this.#recordSome(organizationId)) signal.throwIfAborted()
  }

  /** Appends one entry about the statements that arrived. @returns whether there may be more of them */
  async #recordSome(organizationId: string): Promise<boolean> {
    const known = this.#recorded.get(organizationId)!
    const found = await this.#db.query<Found>({ text: ARRIVED, values: [organizationId, known.until] })
    const last = found.at(-1)
    if (last === undefined) return false
    const statements = found.map(({ at, ...named }) => ({ ...named, size: Number(named.size) }))
    const details = { statements, until: last.at }
    const entryId = await append(this.#db, this.#clock.now(), organizationId, details)
    const isMore = found.length >= LIMIT
    this.#recorded.set(organizationId, { until: last.at, entryId: isMore ? known.entryId : entryId })
    return isMore
  }
}

/** The logs whose newest leaf came after their newest entry of this kind, and is not such an entry of another process. */
async function grownAmong(
  db: Database,
  logs: readonly Log[],
  recorded: ReadonlyMap<string, Recorded>,
): Promise<ReadonlySet<string>> {
  const values = [
    logs.map(({ organizationId }) => organizationId),
    logs.map(({ size }) => size - 1),
    logs.map(({ organizationId }) => recorded.get(organizationId)?.entryId ?? null),
  ]
  const rows = await db.query<{ org_id: string }>({ text: GROWN, values })
  return new Set(rows.map(({ org_id }) => org_id))
}

async function append(
  db: Database,
  at: Date,
  organizationId: string,
  details: { statements: Omit<Named, 'at'>[]; until: string },
): Promise<string> {
  const call = systemCall('recordStatements', organizationId, at)
  const entry = auditEntry({ ...call, outcome: Outcome.OK, details })
  await transact(db, (_, append) => append(entry, []))
  return entry.id
}

type Named = { size: number; kid: string; kind: string; source: string; sha256: string; at: string }
type Found = Omit<Named, 'size'> & { size: string }
type Log = { organizationId: string; size: number }
/** The signal that ends a call, and the failures so far. */
type Attempts = { signal: AbortSignal; failures: unknown[] }

/** How many statements one entry names. */
const LIMIT = 100
/** How many logs one statement of SQL handles. */
const LOGS_AT_ONCE = 1000
/** One statement of SQL stores a statement. So all that arrived before this time are visible. */
const SETTLED = `now() - interval '2 seconds'`

const UNTIL = `select (${SETTLED})::text as until`

/**
 * The next logs after an organization's id with statements that arrived since $1, or that wait. A log that still has the size at
 * which it waits is left out.
 */
const LOGS = `${across('statements that arrived')}
  select a.org_id, t.size from (
    select org_id, max(size) as size from (
      select org_id, -1::bigint as size from ledger.checkpoint_statements where received_at >= $1::timestamptz
      union all select * from unnest($2::uuid[], $3::bigint[])) w
    where $4::uuid is null or org_id > $4 group by org_id) a
  cross join lateral (select size from ledger.trees where org_id = a.org_id offset 0) t
  where t.size > a.size order by a.org_id limit ${LOGS_AT_ONCE}`

/** Looks leaves and entries up by their keys, whatever the statistics of the tables (decision 181). */
const GROWN = `
  select g.org_id from unnest($1::uuid[], $2::bigint[], $3::uuid[]) as g (org_id, newest, own)
  cross join lateral (select entry_id from ledger.leaves where org_id = g.org_id and index = g.newest offset 0) l
  cross join lateral (
    select entry::jsonb ->> 'operation' as operation from ledger.entries where org_id = g.org_id and id = l.entry_id offset 0) e
  left join lateral (select index from ledger.leaves where org_id = g.org_id and entry_id = g.own offset 0) o on true
  where e.operation <> 'recordStatements' and (g.own is null or g.newest > o.index)`

const ARRIVED = `
  select size, kid, kind, source, encode(sha256(convert_to(statement, 'UTF8')), 'hex') as sha256,
    to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
  from ledger.checkpoint_statements
  where org_id = $1 and received_at > $2::timestamptz and received_at < ${SETTLED}
  order by received_at fetch first ${LIMIT} rows with ties`
