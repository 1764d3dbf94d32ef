import type { PoolClient } from 'pg'
import type { RecordType } from '../../kernel/audit/record-types.ts'
import type { Database } from '../../kernel/database/database.ts'
import { databaseError } from '../../kernel/database/errors.ts'
import { setIdleTimeout } from '../../kernel/database/idle-timeout.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { compareText } from '../../kernel/values/compare-text.ts'
import type { Lines } from '../domain/parts.ts'
import type { Bucket } from '../domain/plan.ts'
import { copyOut } from './copy-out.ts'
import { type Leaves, oneWithEntryId, recordsOf, sizesSql, within } from './leaves-sql.ts'
import { HOLD } from './lost-exports.ts'

/**
 * The data of an organization's package, as of one instant, read through the published views of the services that own it
 * (docs/published-views.md).
 */
export type Snapshot = {
  /** The name that the organization has now. */
  organizationName(): Promise<string>
  /** The leaves below `size` with entries of a period, first to last; undefined where there are none. */
  range(size: number, from: Date | null, to: Date | null): Promise<{ first: number; end: number } | undefined>
  /** The leaves below `size` whose entries concern an incident, ascending. */
  incident(size: number, incidentId: string): Promise<number[]>
  /** How many lines and bytes these leaves and their records have, by bucket. */
  sizes(leaves: Leaves): Promise<Bucket[]>
  /** The entries of leaves, by index. */
  entries(leaves: Leaves): AsyncGenerator<Lines>
  /** The texts of some leaves, in their order. @throws DomainError INTERNAL where one is missing */
  texts(indices: readonly number[]): Promise<string[]>
  /** The records of a type that the entries of these leaves wrote, by index and position. */
  records(leaves: Leaves, type: RecordType): AsyncGenerator<Lines>
  /**
   * Holds the lock of a package as long as the snapshot is open, so that the package is not treated as lost (lost-exports.ts).
   */
  hold(packageId: string): Promise<void>
  /** Ends the snapshot, also during a statement. */
  close(): void
}

/** Opens a read-only transaction on a separate connection. @throws DomainError UNAVAILABLE */
export async function openSnapshot(db: Database, organizationId: string): Promise<Snapshot> {
  const client = await connect(db)
  // A receiver may be slow: export/stream.ts ends an export that makes no progress.
  setIdleTimeout(client, 0)
  let open = true
  // A connection that breaks between two statements reports it here. The next statement then fails.
  client.on('error', () => {})
  const close = (): void => {
    if (open) client.release(true)
    open = false
  }
  const query: Query = async <R extends object>(text: string, values: unknown[] = []) => {
    try {
      return (await client.query<R>(text, values)).rows
    } catch (error) {
      close()
      throw databaseError(error)
    }
  }
  const lines = async function* (text: string): AsyncGenerator<Lines> {
    try {
      await query(STREAM_SETTINGS)
      yield* copyOut(client, text)
    } catch (error) {
      throw databaseError(error)
    }
  }
  const own = `org_id = '${organizationId}'`

  await query(BEGIN)
  return {
    close,
    hold: async (packageId) => {
      await query(HOLD, [packageId])
    },
    organizationName: () => nameOf(query, organizationId),
    range: (size, from, to) => rangeOf(query, organizationId, size, from, to),
    incident: (size, incidentId) => leavesOfIncident(query, organizationId, size, incidentId),
    sizes: (leaves) => sizesOf(query, own, leaves),
    entries: (leaves) =>
      lines(`select entry from ledger.entries_v1 where ${own} and ${within(leaves)} order by leaf_index`),
    texts: (indices) => textsOf(query, own, indices),
    records: (leaves, type) =>
      lines(`select r.record from ledger.leaves_v1 l cross join lateral (${recordsOf(type)}) r
        where l.${own} and l.${within(leaves)} order by l.leaf_index, r.position`),
  }
}

async function nameOf(query: Query, organizationId: string): Promise<string> {
  const text = `select record::json ->> 'name' as name, (record::json ->> 'version')::int as version from ledger.records_v1
    where org_id = $1 and id = $1 and type = 'organizations'`
  const rows = await query<{ name: string; version: number }>(text, [organizationId])
  return rows.sort((a, b) => b.version - a.version)[0]?.name ?? ''
}

async function rangeOf(
  query: Query,
  organizationId: string,
  size: number,
  from: Date | null,
  to: Date | null,
): Promise<{ first: number; end: number } | undefined> {
  const text = `select min(leaf_index) as first, max(leaf_index) as last from ledger.leaves_v1
    where org_id = $1 and leaf_index < $2 and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4)`
  const [row] = await query<{ first: string | null; last: string }>(text, [organizationId, size, from, to])
  if (row?.first == null) return undefined
  // Times do not ascend strictly: an open end includes every leaf on that side.
  const [first, end] = [Number(row.first), Number(row.last) + 1]
  return { first: from === null ? 0 : first, end: to === null ? size : end }
}

async function leavesOfIncident(
  query: Query,
  organizationId: string,
  size: number,
  incidentId: string,
): Promise<number[]> {
  const text = `
    with version as (
      select entry_id, (record::json #>> '{source,id}')::uuid as endpoint_id from ledger.records_v1
      where org_id = $1 and type = 'incidents' and id = $2),
    written as materialized (
      select entry_id from version
      union
      select entry_id from ledger.incident_entries_v1 where org_id = $1 and incident_id = $2
      union
      select entry_id from ledger.deliveries_v1
      where org_id = $1 and endpoint_id = (select endpoint_id from version limit 1) and incident_id = $2)
    select l.leaf_index from written w cross join lateral (
      select leaf_index from ledger.leaves_v1 where org_id = $1 and ${oneWithEntryId('w.entry_id')}) l
    where l.leaf_index < $3`
  const rows = await query<{ leaf_index: string }>(text, [organizationId, incidentId, size])
  return rows.map(({ leaf_index }) => Number(leaf_index)).sort((a, b) => a - b)
}

/**
 * Counts by looking up the records of each leaf, or by reading all records once. The planner does not choose, because its
 * statistics are wrong for a young organization.
 *
 * @param own the condition that names the organization
 */
async function sizesOf(query: Query, own: string, leaves: Leaves): Promise<Bucket[]> {
  const isMost = 'end' in leaves && leaves.end - leaves.first > Math.max(FEW_LEAVES, leaves.end / 20)
  await query(`set local enable_nestloop = ${isMost ? 'off' : 'on'}`)
  const rows = await query<SizeRow>(sizesSql(own, leaves, isMost ? 'all' : 'lookups'))
  return rows.map(bucketOf).sort((a, b) => compareText(a.type, b.type) || a.bucket - b.bucket)
}

async function textsOf(query: Query, own: string, indices: readonly number[]): Promise<string[]> {
  const rows = await query<{ entry: string }>(
    `select entry from ledger.entries_v1 where ${own} and ${within({ indices })} order by leaf_index`,
  )
  if (rows.length !== indices.length)
    throw new DomainError(Reason.INTERNAL, 'the log is damaged: `attestry audit verify` says where')
  return rows.map(({ entry }) => entry)
}

async function connect(db: Database): Promise<PoolClient> {
  try {
    return await db.pool.connect()
  } catch (error) {
    throw databaseError(error)
  }
}

/** Up to this many leaves, records are looked up leaf by leaf, in each of some forty tables. */
const FEW_LEAVES = 10_000
/**
 * Sorting is off, so that a look-up takes the one index that gives its order (leaves-sql.ts). Where rows need another order,
 * they are few and this file sorts them.
 */
const BEGIN = `begin isolation level repeatable read, read only;
  set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min';
  set local work_mem = '64MB'; set local enable_sort = off; set local jit = off`
/**
 * Allows only plans that walk indexes: they give the rows in the order of the leaves without a sort or a hash, and stream them.
 * There is no statement timeout, because the time of a slow reader counts as time of the statement.
 */
const STREAM_SETTINGS = `set local enable_nestloop = on; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off;
  set local enable_bitmapscan = off; set local statement_timeout = 0`

function bucketOf({ type, at, ...numbers }: SizeRow): Bucket {
  const { bucket, lines, bytes, first, last } = numbers
  return {
    type,
    at: new Date(at),
    bucket: Number(bucket),
    lines: Number(lines),
    bytes: Number(bytes),
    first: Number(first),
    last: Number(last),
  }
}

type Query = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>

type SizeRow = { [name in Exclude<keyof Bucket, 'type' | 'at'>]: string } & {
  type: string
  /** Milliseconds. */
  at: number
}
