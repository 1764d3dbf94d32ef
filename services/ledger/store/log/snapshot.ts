import { type PoolClient, types } from 'pg'
import type { Database } from '../../../kernel/database/database.ts'
import { sqlState } from '../../../kernel/database/errors.ts'
import { setIdleTimeout } from '../../../kernel/database/idle-timeout.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { organizationColumn } from '../../../kernel/database/tenant-guard/relations.ts'
import type { DerivedTable, RecordTable, Row } from '../../../kernel/state/rules.ts'
import type { StoredLeaf } from '../../domain/log/log-check.ts'
import type { StoredRecord } from '../../domain/log/receipt-check.ts'
import type { NodeId } from '../../domain/log/tree.ts'
import { type Group, groupsOf } from './cursor.ts'

/** The log and the tables of one organization, all as of one instant. */
export type LogSnapshot = {
  /** Up to 2,048 leaves after an index, in order. */
  leaves(after: number): Promise<StoredLeaf[]>
  /** The hashes of up to 16,384 leaves after an index, in order. */
  leafHashes(after: number): Promise<{ index: number; hash: Buffer }[]>
  /** Stored hashes of nodes, in the requested order; null for a node that is not stored. */
  nodes(nodes: readonly NodeId[]): Promise<(Buffer | null)[]>
  countNodes(): Promise<number>
  head(): Promise<{ size: number; frontier: Buffer } | undefined>
  /** Every checkpoint that was kept. */
  checkpoints(): Promise<KeptCheckpoint[]>
  /** The statements of third parties about the checkpoints. */
  statements(): Promise<KeptStatement[]>
  /** The tables among these that cannot be read. */
  unreadable(tables: readonly string[]): Promise<string[]>
  /** The records of a table that these entries wrote. */
  records(table: RecordTable, entryIds: readonly string[]): Promise<StoredRecord[]>
  /** How many rows a table of records has, and how many of them belong to entries that wait for their leaf. */
  countRecords(table: RecordTable): Promise<{ rows: number; waiting: number }>
  /** Up to 100 rows whose entry does not exist or has no receipt for records of the type. */
  unboundRecords(
    table: RecordTable,
  ): Promise<{ id: string; entryId: string; written: boolean; index: string | null }[]>
  /** The rows of a table by their group. */
  rowsOf(table: DerivedTable): AsyncIterable<Group>
  /** The sources of the rows, by the same group. */
  sourcesOf(table: DerivedTable): AsyncIterable<Group>
  /**
   * Runs a part of the reading. @returns undefined where the database fails to read a value by its type: the part has no result
   * then
   */
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>
  /** Up to 100 rows that a check finds. */
  contradictions(sql: string): Promise<string[]>
  /** Up to 100 entries that have neither a leaf nor a place in the queue. */
  unlogged(): Promise<string[]>
  /** The queue: how many wait; up to 100 strays; the entry that has waited longest, and how long. */
  queue(): Promise<{
    waiting: number
    strays: { entryId: string; placed: boolean }[]
    oldest: string | null
    oldestSeconds: number
  }>
}

/** `note`: the note of the checkpoint that the row names; null where there is none. */
export type KeptStatement = {
  size: number
  kid: string
  kind: string
  source: string
  statement: string
  note: string | null
}

export type KeptCheckpoint = { note: string; size: number; kid: string; root: Buffer; signedAt: Date }

/**
 * Reads in one read-only transaction that sees a single instant. It has the rights of the database's owner and no search path:
 * replaced views and revoked rights do not change what it sees.
 */
export function withSnapshot<T>(
  db: Database,
  organizationId: string,
  work: (snapshot: LogSnapshot) => Promise<T>,
): Promise<T> {
  const begin = `begin isolation level repeatable read, read only; ${JOINS};
    set local role none; set local search_path = pg_catalog, pg_temp; set local row_security = off;
    set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min'`
  return inTransaction(db, begin, async (client) => {
    setIdleTimeout(client, IDLE_MS)
    return work(snapshotOf(client, organizationId))
  })
}

function snapshotOf(client: PoolClient, organizationId: string): LogSnapshot {
  const rows: Rows = async <R extends object>(text: string, ...values: unknown[]) =>
    (await client.query<R>({ text, values: [organizationId, ...values], types })).rows
  return {
    leaves: (after) => leaves(rows, after),
    leafHashes: (after) => leafHashes(rows, after),
    nodes: (nodes) => nodeHashes(rows, nodes),
    countNodes: async () =>
      Number((await rows<{ n: string }>('select count(*) as n from ledger.nodes where org_id = $1'))[0]!.n),
    head: () => head(rows),
    checkpoints: () => checkpoints(rows),
    statements: () => statements(rows),
    unreadable: async (tables) => {
      const { rows: found } = await client.query<{ name: string }>(UNREADABLE, [tables])
      return found.map(({ name }) => name)
    },
    records: (table, entryIds) => records(rows, table, entryIds),
    countRecords: (table) => countRecords(rows, table),
    unboundRecords: (table) => rows(unboundSql(table)),
    rowsOf: ({ table, group, ofInstallation }) => {
      const text = `select t.*, ${group} as "group" from ${table} t`
      const order = `order by ${group} collate "C"`
      return ofInstallation
        ? groupsOf(client, `${text} ${order}`, [])
        : groupsOf(client, `${text} where t.${organizationColumn(table)} = $1 ${order}`, [organizationId])
    },
    sourcesOf: ({ sources }) => groupsOf(client, sources, [organizationId]),
    attempt: (work) => attempt(client, work),
    contradictions: async (sql) => (await rows<{ row: string }>(`${sql} limit 100`)).map(({ row }) => row),
    unlogged: async () => (await rows<{ id: string }>(UNLOGGED)).map(({ id }) => id),
    queue: async () => {
      const [{ waiting, ...oldest }] = (await rows<QueueRow>(QUEUE)) as [QueueRow]
      return { waiting: Number(waiting), ...oldest, strays: await rows(STRAYS) }
    },
  }
}

async function leaves(rows: Rows, after: number): Promise<StoredLeaf[]> {
  const found = await rows<LeafRow>(LEAVES, after)
  return found.map((row) => ({ ...row, index: Number(row.index), at: Math.round(row.at) }))
}

async function leafHashes(rows: Rows, after: number): Promise<{ index: number; hash: Buffer }[]> {
  const text = `select index, hash from ledger.leaves where org_id = $1 and index > $2 order by index limit 16384`
  const found = await rows<{ index: string; hash: Buffer }>(text, after)
  return found.map(({ index, hash }) => ({ index: Number(index), hash }))
}

async function nodeHashes(rows: Rows, nodes: readonly NodeId[]): Promise<(Buffer | null)[]> {
  const [levels, indices] = [nodes.map(({ level }) => level), nodes.map(({ index }) => index)]
  return (await rows<{ hash: Buffer | null }>(NODES, levels, indices)).map(({ hash }) => hash)
}

async function head(rows: Rows): Promise<{ size: number; frontier: Buffer } | undefined> {
  const [row] = await rows<HeadRow>('select size, frontier from ledger.trees where org_id = $1')
  return row === undefined ? undefined : { ...row, size: Number(row.size) }
}

async function checkpoints(rows: Rows): Promise<KeptCheckpoint[]> {
  const text = `select note, size, kid, root, signed_at as "signedAt" from ledger.checkpoints
    where org_id = $1 order by size, signed_at`
  const found = await rows<KeptCheckpoint & { size: string }>(text)
  return found.map((row) => ({ ...row, size: Number(row.size) }))
}

async function statements(rows: Rows): Promise<KeptStatement[]> {
  const text = `select s.size, s.kid, s.kind, s.source, s.statement, c.note from ledger.checkpoint_statements s
    left join ledger.checkpoints c on c.org_id = s.org_id and c.size = s.size and c.kid = s.kid
    where s.org_id = $1 order by s.size, s.source`
  const found = await rows<KeptStatement & { size: string }>(text)
  return found.map((row) => ({ ...row, size: Number(row.size) }))
}

async function records(rows: Rows, table: RecordTable, entryIds: readonly string[]): Promise<StoredRecord[]> {
  const { type } = table
  const found = await rows<RecordRow>(recordsSql(table), entryIds)
  return found.map((row) => ({
    entryId: row.entry_of,
    position: row.place,
    type,
    id: row.id,
    record: row.record,
    row,
  }))
}

async function countRecords(
  rows: Rows,
  { table, entryColumn }: RecordTable,
): Promise<{ rows: number; waiting: number }> {
  const [row] = await rows<{ all: string; waiting: string }>(
    `select (select count(*) from ${table} r where r.org_id = $1) as all,
      (select count(*) from ledger.queue q join ${table} r on r.org_id = q.org_id and r.${entryColumn} = q.entry_id
        where q.org_id = $1 and r.org_id = $1) as waiting`,
  )
  return { rows: Number(row!.all), waiting: Number(row!.waiting) }
}

async function attempt<T>(client: PoolClient, work: () => Promise<T>): Promise<T | undefined> {
  await client.query('savepoint part')
  try {
    return await work()
  } catch (error) {
    if (!UNREADABLE_ROWS.test(sqlState(error) ?? '')) throw error
    await client.query('rollback to savepoint part')
    return undefined
  }
}

function unboundSql({ table, type, entryColumn }: RecordTable): string {
  return `select r.id, r.${entryColumn} as "entryId", e.id is not null as written, l.index
     from ${table} r left join lateral (${ENTRY_OF('r.org_id', `r.${entryColumn}`)}) e on true
       left join ledger.leaves l on l.org_id = r.org_id and l.entry_id = r.${entryColumn}
     where r.org_id = $1 and (e.id is null or strpos(e.entry, '"type":"${type}"') = 0)
     order by l.index, r.id limit 100`
}

function recordsSql({ table, entryColumn, single, written, columns }: RecordTable): string {
  const names = Object.keys(columns)
    .map((name) => `r.${name}`)
    .join(', ')
  const rows = written ?? `${table} r where r.org_id = $1 and r.${entryColumn} = any ($2::uuid[])`
  return `select ${names}, r.${entryColumn} as entry_of, ${single ? '0' : 'r.position'} as place from ${rows}`
}

/** Runs a statement whose $1 is the organization. */
type Rows = <R extends object>(text: string, ...values: unknown[]) => Promise<R[]>
type RecordRow = Row & { entry_of: string; place: number; id: string; record: string }

/**
 * The classes of errors for invalid values (text that is not JSON, a number or a time) and for duplicate rows (PostgreSQL,
 * appendix A).
 */
const UNREADABLE_ROWS = /^2[12]/

/**
 * Joins read each side once, sorted or by a hash. If statistics are older than an organization, they say that it has no rows. A
 * nested loop that reads all rows for each row then seems as cheap as any other plan (decision 189).
 */
const JOINS = 'set local enable_nestloop = off'

/** Longer than a statement may take on this connection. */
const IDLE_MS = 11 * 60_000

const UNREADABLE = `
  select name from unnest($1::text[]) as t (name)
  where to_regclass(name) is null or not has_table_privilege(to_regclass(name), 'select')`

/**
 * Looks the entry of a row up by its key. A join would leave the plan open: if statistics are older than an organization, they
 * say that it has no rows, and a plan that reads all entries for each row seems as cheap as any other.
 */
const ENTRY_OF = (organization: string, entry: string): string =>
  `select id, entry from ledger.entries where org_id = ${organization} and id = ${entry} offset 0`

const LEAVES = `
  select l.index, l.entry_id as "entryId", (extract(epoch from l.at) * 1000)::float8 as at, l.hash, e.entry
  from ledger.leaves l left join lateral (${ENTRY_OF('l.org_id', 'l.entry_id')}) e on true
  where l.org_id = $1 and l.index > $2 order by l.index limit 2048`

const NODES = `
  select n.hash from unnest($2::int[], $3::bigint[]) with ordinality as a (level, index, nth)
  left join lateral (
    select hash from ledger.nodes where org_id = $1 and level = a.level and index = a.index offset 0) n on true
  order by a.nth`

const UNLOGGED = `
  select id from ledger.entries e where org_id = $1
    and not exists (select from ledger.leaves l where l.org_id = e.org_id and l.entry_id = e.id)
    and not exists (select from ledger.queue q where q.org_id = e.org_id and q.entry_id = e.id)
  order by id limit 100`

const QUEUE = `
  select count(*) as waiting, (array_agg(entry_id order by seq))[1] as oldest,
    coalesce(extract(epoch from now() - min(at)), 0)::float8 as "oldestSeconds"
  from ledger.queue q where org_id = $1
    and exists (select from ledger.entries e where e.org_id = q.org_id and e.id = q.entry_id)
    and not exists (select from ledger.leaves l where l.org_id = q.org_id and l.entry_id = q.entry_id)`

const STRAYS = `
  select * from (
    select entry_id as "entryId",
      exists (select from ledger.leaves l where l.org_id = q.org_id and l.entry_id = q.entry_id) as placed,
      exists (select from ledger.entries e where e.org_id = q.org_id and e.id = q.entry_id) as written
    from ledger.queue q where org_id = $1) s
  where placed or not written limit 100`

type LeafRow = { index: string; entryId: string; at: number; hash: Buffer; entry: string | null }
type HeadRow = { size: string; frontier: Buffer }
type QueueRow = { waiting: string; oldest: string | null; oldestSeconds: number }
