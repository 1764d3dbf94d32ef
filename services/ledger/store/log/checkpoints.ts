import type { Database } from '../../../kernel/database/database.ts'
import { array } from '../../../kernel/database/record-store.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { type CompactTree, decodeTree, EMPTY_TREE } from '../../domain/log/tree.ts'
import { SOUND } from './damage.ts'

/** The current head of a tree. */
export type TreeHead = { organizationId: string; tree: CompactTree }

/** A signed checkpoint as it is kept. `note` is the text of docs/evidence-package.md section 6. */
export type StoredCheckpoint = {
  organizationId: string
  size: number
  kid: string
  root: Buffer
  signedAt: Date
  note: string
}

/** The place of a checkpoint among those of its log. */
export type CheckpointPlace = Pick<StoredCheckpoint, 'size' | 'kid'>

/** Heads of the trees, and the checkpoints made of them. */
export type CheckpointStore = {
  /** The tree of an organization; the empty one where nothing was logged yet. @throws Error when it is damaged */
  tree(organizationId: string): Promise<CompactTree>
  /** The sizes of the trees of these organizations that have one. */
  sizes(organizationIds: readonly string[]): Promise<Map<string, number>>
  /** Sound trees of which this key has signed no checkpoint at their size; up to `limit`, after an organization's id. */
  grown(kid: string, after: string | null, limit: number): Promise<TreeHead[]>
  /** The roots of the checkpoints that are kept of these sizes, one an organization. */
  rootsAt(sizes: ReadonlyMap<string, number>): Promise<{ organizationId: string; root: Buffer }[]>
  find(organizationId: string, size: number, kid: string): Promise<StoredCheckpoint | undefined>
  newest(organizationId: string): Promise<StoredCheckpoint | undefined>
  /** Up to `limit`, newest first, after a checkpoint. */
  page(organizationId: string, limit: number, after: CheckpointPlace | undefined): Promise<StoredCheckpoint[]>
  /** The newest one of each tree, of those signed after that; up to `limit`, after an organization's id. */
  newestSince(at: Date, after: string | null, limit: number): Promise<StoredCheckpoint[]>
  /** @returns false when this key's checkpoint at this size was kept already: the first one is kept. */
  keep(checkpoint: StoredCheckpoint): Promise<boolean>
  /** Entries that wait to be sequenced. */
  waiting(): Promise<number>
}

export function checkpointStore(db: Database): CheckpointStore {
  const one = async (text: string, values: unknown[]): Promise<StoredCheckpoint | undefined> =>
    (
      await db.query<CheckpointRow>({
        text: `${CHECKPOINT_COLUMNS} from ledger.checkpoints c ${text}`,
        values,
      })
    ).map(checkpointOf)[0]
  return {
    tree: async (organizationId) => {
      const text = `select org_id, size, frontier, ${SOUND} as sound from ledger.trees t where org_id = $1`
      const [row] = await db.query<TreeRow & { sound: boolean }>({ text, values: [organizationId] })
      if (row === undefined) return EMPTY_TREE
      if (!row.sound) throw new Error(`the tree of ${organizationId} is damaged`)
      return headOf(row).tree
    },
    sizes: async (organizationIds) => {
      const text = 'select org_id, size from ledger.trees where org_id = any ($1::uuid[])'
      const rows = await db.query<TreeRow>({ text, values: [array(organizationIds)] })
      return new Map(rows.map(({ org_id, size }) => [org_id, Number(size)]))
    },
    rootsAt: async (sizes) => {
      const text = `select c.org_id, c.root
        from unnest($1::uuid[], $2::bigint[]) as a (org_id, size)
        join ledger.checkpoints c on c.org_id = a.org_id and c.size = a.size`
      const values = [array([...sizes.keys()]), array([...sizes.values()])]
      const rows = await db.query<Pick<CheckpointRow, 'org_id' | 'root'>>({ text, values })
      return rows.map(({ org_id, root }) => ({ organizationId: org_id, root }))
    },
    grown: async (kid, after, limit) => {
      const text = `${across('grown trees')}
        select t.org_id, t.size, t.frontier from ledger.trees t
        where ($2::uuid is null or t.org_id > $2) and t.size > 0 and not exists (
          select from ledger.checkpoints c where c.org_id = t.org_id and c.size = t.size and c.kid = $1)
          and ${SOUND}
        order by t.org_id limit $3`
      return (await db.query<TreeRow>({ text, values: [kid, after, limit] })).map(headOf)
    },
    find: (...values) => one('where org_id = $1 and size = $2 and kid = $3', values),
    newest: (organizationId) =>
      one('where org_id = $1 order by size desc, signed_at desc limit 1', [organizationId]),
    page: async (organizationId, limit, after) => {
      const text = `${CHECKPOINT_COLUMNS} from ledger.checkpoints c
        where c.org_id = $1 and ($2::bigint is null or (c.size, c.kid) < ($2::bigint, $3))
        order by c.size desc, c.kid desc limit $4`
      const values = [organizationId, after?.size ?? null, after?.kid ?? null, limit]
      return (await db.query<CheckpointRow>({ text, values })).map(checkpointOf)
    },
    newestSince: async (at, after, limit) => {
      const text = `${across('checkpoints since')}
        ${CHECKPOINT_COLUMNS}
        from ledger.trees t cross join lateral (
          select * from ledger.checkpoints c where c.org_id = t.org_id order by size desc, signed_at desc limit 1) c
        where c.signed_at > $1 and ($2::uuid is null or t.org_id > $2) order by t.org_id limit $3`
      return (await db.query<CheckpointRow>({ text, values: [at, after, limit] })).map(checkpointOf)
    },
    keep: async ({ organizationId, size, kid, root, signedAt, note }) => {
      const text = `insert into ledger.checkpoints (org_id, size, kid, root, signed_at, note)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning size`
      return (
        (await db.query({ text, values: [organizationId, size, kid, root, signedAt, note] })).length === 1
      )
    },
    waiting: async () => {
      const text = `${across('count waiting entries')} select count(*) as n from ledger.queue`
      const rows = await db.query<{ n: string }>({ text })
      return Number(rows[0]!.n)
    },
  }
}

function headOf({ org_id, size, frontier }: TreeRow): TreeHead {
  return { organizationId: org_id, tree: decodeTree(Number(size), frontier) }
}

export function checkpointOf(row: CheckpointRow): StoredCheckpoint {
  const { org_id, size, kid, root, signed_at, note } = row
  return { organizationId: org_id, size: Number(size), kid, root, signedAt: new Date(signed_at), note }
}

/** The columns of a checkpoint `c`. */
export const CHECKPOINT_COLUMNS =
  'select c.org_id, c.size, c.kid, c.root, (extract(epoch from c.signed_at) * 1000)::float8 as signed_at, c.note'

type TreeRow = { org_id: string; size: string; frontier: Buffer }
export type CheckpointRow = {
  org_id: string
  size: string
  kid: string
  root: Buffer
  /** Milliseconds. */
  signed_at: number
  note: string
}
