import type { PoolClient } from 'pg'
import type { Database } from '../../../kernel/database/database.ts'
import { allowSilence } from '../../../kernel/database/silence.ts'
import { SERVICE_NAMES } from '../../../kernel/identity/access.ts'
import type { StoredLeaf } from '../../domain/log-check.ts'
import type { StoredRecord } from '../../domain/receipt-check.ts'
import type { NodeId } from '../../domain/tree.ts'
import { inTransaction } from './transaction.ts'

/** One organization's log, all of it as of one instant. */
export type LogSnapshot = {
  /** Up to 2,048 leaves after an index, in order. */
  leaves(after: number): Promise<StoredLeaf[]>
  /** Stored hashes of nodes, in the order asked for; null for one that is not there. */
  nodes(nodes: readonly NodeId[]): Promise<(Buffer | null)[]>
  countNodes(): Promise<number>
  head(): Promise<{ size: number; frontier: Buffer } | undefined>
  /** The signed note of every checkpoint that was kept. */
  checkpoints(): Promise<string[]>
  /** The services whose records the ledger may read. */
  readable: ReadonlySet<string>
  /** Their records of some entries. */
  records(entryIds: readonly string[]): Promise<StoredRecord[]>
  /** Up to 100 records of an entry that does not exist. */
  strayRecords(): Promise<{ type: string; id: string; entryId: string }[]>
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

/** Reads a log in one read-only transaction that sees a single instant. */
export function withSnapshot<T>(
  db: Database,
  organizationId: string,
  work: (snapshot: LogSnapshot) => Promise<T>,
): Promise<T> {
  const begin = `begin isolation level repeatable read, read only;
    set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min'`
  return inTransaction(db, begin, async (client) => {
    allowSilence(client, SILENCE_MS)
    return work(await snapshotOf(client, organizationId))
  })
}

async function snapshotOf(client: PoolClient, organizationId: string): Promise<LogSnapshot> {
  const rows = async <R extends object>(text: string, ...values: unknown[]): Promise<R[]> =>
    (await client.query<R>(text, [organizationId, ...values])).rows
  const { rows: granted } = await client.query<{ service: string }>(GRANTED, [[...SERVICE_NAMES]])
  const services = granted.map(({ service }) => service)
  const views = services.map((service) => `select * from ${service}.records_v1`).join(' union all ')
  return {
    readable: new Set(services),
    leaves: async (after) => {
      const found = await rows<LeafRow>(LEAVES, after)
      return found.map((row) => ({ ...row, index: Number(row.index), at: Math.round(row.at) }))
    },
    nodes: async (nodes) => {
      const [levels, indices] = [nodes.map(({ level }) => level), nodes.map(({ index }) => index)]
      return (await rows<{ hash: Buffer | null }>(NODES, levels, indices)).map(({ hash }) => hash)
    },
    countNodes: async () =>
      Number((await rows<{ n: string }>('select count(*) as n from ledger.nodes where org_id = $1'))[0]!.n),
    head: async () => {
      const [row] = await rows<HeadRow>('select size, frontier from ledger.trees where org_id = $1')
      return row === undefined ? undefined : { ...row, size: Number(row.size) }
    },
    checkpoints: async () => {
      const text = 'select note from ledger.checkpoints where org_id = $1'
      return (await rows<{ note: string }>(text)).map(({ note }) => note)
    },
    records: (entryIds) =>
      rows(
        `select entry_id as "entryId", type, position, id, record from (${views}) r
         where org_id = $1 and entry_id = any ($2::uuid[])`,
        entryIds,
      ),
    strayRecords: () =>
      rows(
        `select type, id, entry_id as "entryId" from (${views}) r where org_id = $1 and not exists (
           select from ledger.entries e where e.org_id = $1 and e.id = r.entry_id) limit 100`,
      ),
    unlogged: async () => (await rows<{ id: string }>(UNLOGGED)).map(({ id }) => id),
    queue: async () => {
      const [{ waiting, ...oldest }] = (await rows<QueueRow>(QUEUE)) as [QueueRow]
      return { waiting: Number(waiting), ...oldest, strays: await rows(STRAYS) }
    },
  }
}

/** Longer than a statement may take there. */
const SILENCE_MS = 11 * 60_000

const GRANTED = `
  select service from unnest($1::text[]) as s (service)
  where to_regclass(service || '.records_v1') is not null
    and has_table_privilege(to_regclass(service || '.records_v1'), 'select')`

const LEAVES = `
  select l.index, l.entry_id as "entryId", (extract(epoch from l.at) * 1000)::float8 as at, l.hash, e.entry
  from ledger.leaves l left join ledger.entries e on e.org_id = l.org_id and e.id = l.entry_id
  where l.org_id = $1 and l.index > $2 order by l.index limit 2048`

const NODES = `
  select n.hash from unnest($2::int[], $3::bigint[]) with ordinality as a (level, index, nth)
  left join ledger.nodes n on n.org_id = $1 and n.level = a.level and n.index = a.index
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
