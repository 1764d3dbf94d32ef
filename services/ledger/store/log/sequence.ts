import type { PoolClient } from 'pg'
import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { isDuplicate, sqlState } from '../../../kernel/database/errors.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { stored, type TreeNode } from '../../domain/log/tiles.ts'
import { appendLeaves, decodeTree, encodeFrontier, HASH_BYTES } from '../../domain/log/tree.ts'
import { SOUND } from './damage.ts'

/** How many entries one transaction takes from the queue. */
export const BATCH = 4096

/**
 * Gives the entries that wait in the queue, lowest number first, their places in their trees. Leaves, nodes, heads and the
 * emptied queue commit together. One process at a time does so, which holds the lock of the transaction. An entry that commits
 * late is found because it is in the queue, whatever its number.
 *
 * A queued id without an entry has nothing to hash: it stays, and verification names it. An entry that already has its leaf is
 * only taken from the queue.
 *
 * @param quarantined organizations whose entries are left waiting
 * @returns how many leaves were appended; null when another process holds the lock
 * @throws DomainError UNAVAILABLE when the database does not answer; Error when a tree is damaged
 */
export async function sequenceBatch(
  db: Database,
  quarantined: readonly string[] = [],
  limit = BATCH,
): Promise<number | null> {
  const [queue] = await db.query<{ waits: boolean }>({ name: 'waits', text: WAITS, values: [] })
  if (!queue!.waits) return 0
  const place = (limit: number, timeFrom: TimeSource) =>
    inTransaction(db, BEGIN, (client) => sequence(client, { limit, timeFrom, quarantined }))
  try {
    return await place(limit, 'entry')
  } catch (error) {
    if (isDuplicate(error)) {
      await inTransaction(db, BEGIN, deletePlaced)
      return await place(limit, 'entry')
    }
    if (!sqlState(error)?.startsWith('22')) throw error
    // One of the entries lacks a time, which every entry must have. It still gets its leaf, in a separate batch.
    if (limit > 1) return await inSteps(db, quarantined, limit, Math.ceil(limit / 16))
    return await place(1, 'id')
  }
}

async function inSteps(
  db: Database,
  quarantined: readonly string[],
  limit: number,
  step: number,
): Promise<number | null> {
  let done = 0
  while (done < limit) {
    const appended = await sequenceBatch(db, quarantined, Math.min(step, limit - done))
    if (appended === null) return done === 0 ? null : done
    done += appended
    if (appended < step) return done
  }
  return done
}

async function sequence(client: PoolClient, { limit, timeFrom, quarantined }: Batch): Promise<number | null> {
  if (!(await holdsLock(client))) return null
  const values = [limit, timeFrom === 'id', array(quarantined)]
  const { rows } = await client.query<Placed>({ name: 'sequence', text: PLACE, values })
  if (rows.length === 0) return 0
  const nodes: [orgs: string[], levels: number[], indices: number[], hashes: string[]] = [[], [], [], []]
  const trees: [orgs: string[], sizes: number[], frontiers: string[]] = [[], [], []]
  let appended = 0
  for (const { org_id, size, frontier, sound, hashes } of rows) {
    if (!sound) throw new Error(`the tree of ${org_id} is damaged`)
    const keep = ({ level, index, hash }: TreeNode): void => {
      if (!stored(level)) return
      nodes[0].push(org_id)
      nodes[1].push(level)
      nodes[2].push(index)
      nodes[3].push(Buffer.from(hash).toString('hex'))
    }
    const tree = appendLeaves(decodeTree(Number(size), frontier), split(hashes), keep)
    trees[0].push(org_id)
    trees[1].push(tree.size)
    trees[2].push(encodeFrontier(tree).toString('hex'))
    appended += tree.size - Number(size)
  }
  await client.query({ name: 'grow', text: GROW, values: [...nodes, ...trees].map(array) })
  return appended
}

async function deletePlaced(client: PoolClient): Promise<void> {
  if (await holdsLock(client)) await client.query(DELETE_PLACED)
}

async function holdsLock(client: PoolClient): Promise<boolean> {
  // A separate statement, so that the next one sees everything committed before the lock was taken.
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as held`)
  return rows[0]!.held
}

function* split(hashes: Buffer): Generator<Buffer> {
  for (let at = 0; at < hashes.length; at += HASH_BYTES) yield hashes.subarray(at, at + HASH_BYTES)
}

const LOCK = 7_244_010
/**
 * Checks whether an entry waits. This costs a fraction of the transaction, and usually no entry waits. Entries that another
 * process has taken and not yet committed still count.
 */
const WAITS = `${across('sequence')} select exists (select from ledger.queue) as waits`

/** Statistics of a queue are always wrong, so only plans that walk its index are allowed. */
const BEGIN = 'begin; set local enable_hashjoin = off; set local enable_mergejoin = off'

/** The place of the time in an entry's text (RFC 8785): no string before it can hold these characters unescaped. */
const ENTRY_TIME = `substr(e.entry, strpos(e.entry, '"at":"') + 6, 24)::timestamptz`
const ID_TIME = `to_timestamp(('x' || left(replace(e.id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`

/**
 * Computes the leaf hash of RFC 9162 section 2.1 over the UTF-8 bytes of each entry, in the database. Returns one row for each
 * tree that grew: its size before, whether its leaves ended there, and the new leaf hashes, joined in order.
 */
const PLACE = `${across('sequence')}
  with picked as materialized (
    select q.seq, q.org_id, q.entry_id, case when $2 then ${ID_TIME} else ${ENTRY_TIME} end as at,
      sha256('\\x00'::bytea || convert_to(e.entry, 'UTF8')) as hash
    from ledger.queue q join ledger.entries e on e.org_id = q.org_id and e.id = q.entry_id
    where q.org_id <> all ($3::uuid[])
    order by q.seq limit $1),
  unqueued as (delete from ledger.queue where seq = any (array(select seq from picked))),
  placed as (
    insert into ledger.leaves (org_id, index, entry_id, at, hash)
    select p.org_id, coalesce(t.size, 0) + row_number() over (partition by p.org_id order by p.seq) - 1,
      p.entry_id, p.at, p.hash
    from picked p left join ledger.trees t on t.org_id = p.org_id
    returning org_id, index, hash)
  select p.org_id, coalesce(t.size, 0) as size, coalesce(t.frontier, '') as frontier,
    t.org_id is null or ${SOUND} as sound, string_agg(p.hash, ''::bytea order by p.index) as hashes
  from placed p left join ledger.trees t on t.org_id = p.org_id
  group by p.org_id, t.org_id, t.size, t.frontier`

const GROW = `
  with kept as (
    insert into ledger.nodes (org_id, level, index, hash)
    select org_id, level, index, decode(hash, 'hex')
    from unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::text[]) as n (org_id, level, index, hash))
  insert into ledger.trees (org_id, size, frontier)
  select org_id, size, decode(frontier, 'hex')
  from unnest($5::uuid[], $6::bigint[], $7::text[]) as t (org_id, size, frontier)
  on conflict (org_id) do update set size = excluded.size, frontier = excluded.frontier, grown_at = now()`

const DELETE_PLACED = `${across('sequence')}
  delete from ledger.queue q using (
    select seq, org_id, entry_id, row_number() over (partition by org_id, entry_id order by seq) as n
    from ledger.queue) d
  where d.seq = q.seq and (d.n > 1 or exists (
    select from ledger.leaves l where l.org_id = d.org_id and l.entry_id = d.entry_id))`

/** What the time of a leaf is read from: the text of its entry, or the entry's id (UUIDv7). */
type TimeSource = 'entry' | 'id'
type Batch = { limit: number; timeFrom: TimeSource; quarantined: readonly string[] }
type Placed = { org_id: string; size: string; frontier: Buffer; sound: boolean; hashes: Buffer }
