import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'

/** A stored signed checkpoint. `note` is the text of docs/evidence-package.md section 6. */
export type StoredCheckpoint = {
  organizationId: string
  size: number
  kid: string
  root: Buffer
  signedAt: Date
  note: string
}

/** The position of a checkpoint among those of its log. */
export type CheckpointPlace = Pick<StoredCheckpoint, 'size' | 'kid'>

export type CheckpointStore = {
  /** The roots of the stored checkpoints of these sizes, one for each organization. */
  rootsAt(sizes: ReadonlyMap<string, number>): Promise<{ organizationId: string; root: Buffer }[]>
  find(organizationId: string, size: number, kid: string): Promise<StoredCheckpoint | undefined>
  newest(organizationId: string): Promise<StoredCheckpoint | undefined>
  /** Up to `limit` checkpoints after another one, newest first. */
  page(organizationId: string, limit: number, after: CheckpointPlace | undefined): Promise<StoredCheckpoint[]>
  /** The newest checkpoint of each tree that was signed since `at`; up to `limit`, after an organization's id. */
  newestSince(at: Date, after: string | null, limit: number): Promise<StoredCheckpoint[]>
  /** Stores a checkpoint. @returns false if this key already has a checkpoint of this size, which is kept */
  keep(checkpoint: StoredCheckpoint): Promise<boolean>
}

export function checkpointStore(db: Pick<Database, 'query'>): CheckpointStore {
  const read = async (text: string, values: unknown[]): Promise<StoredCheckpoint[]> =>
    (await db.query<CheckpointRow>({ text, values })).map(checkpointOf)
  return {
    rootsAt: async (sizes) => {
      const text = `select c.org_id, c.root
        from unnest($1::uuid[], $2::bigint[]) as a (org_id, size)
        join ledger.checkpoints c on c.org_id = a.org_id and c.size = a.size`
      const values = [array([...sizes.keys()]), array([...sizes.values()])]
      const rows = await db.query<Pick<CheckpointRow, 'org_id' | 'root'>>({ text, values })
      return rows.map(({ org_id, root }) => ({ organizationId: org_id, root }))
    },
    find: async (...values) => {
      const text = `${CHECKPOINT_COLUMNS} from ledger.checkpoints c where org_id = $1 and size = $2 and kid = $3`
      return (await read(text, values))[0]
    },
    newest: async (organizationId) => {
      const text = `${CHECKPOINT_COLUMNS} from ledger.checkpoints c
        where org_id = $1 order by size desc, signed_at desc limit 1`
      return (await read(text, [organizationId]))[0]
    },
    page: (organizationId, limit, after) => {
      const text = `${CHECKPOINT_COLUMNS} from ledger.checkpoints c
        where c.org_id = $1 and ($2::bigint is null or (c.size, c.kid) < ($2::bigint, $3))
        order by c.size desc, c.kid desc limit $4`
      const values = [organizationId, after?.size ?? null, after?.kid ?? null, limit]
      return read(text, values)
    },
    newestSince: (at, after, limit) => {
      const text = `${across('checkpoints since')}
        ${CHECKPOINT_COLUMNS} ${FROM_NEWEST_OF_EACH}
        where c.signed_at > $1 and ($2::uuid is null or t.org_id > $2) order by t.org_id limit $3`
      return read(text, [at, after, limit])
    },
    keep: async ({ organizationId, size, kid, root, signedAt, note }) => {
      const text = `insert into ledger.checkpoints (org_id, size, kid, root, signed_at, note)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning size`
      const kept = await db.query({ text, values: [organizationId, size, kid, root, signedAt, note] })
      return kept.length === 1
    },
  }
}

export function checkpointOf(row: CheckpointRow): StoredCheckpoint {
  const { org_id, size, kid, root, signed_at, note } = row
  return { organizationId: org_id, size: Number(size), kid, root, signedAt: new Date(signed_at), note }
}

/** The columns of a checkpoint `c`. */
export const CHECKPOINT_COLUMNS =
  'select c.org_id, c.size, c.kid, c.root, (extract(epoch from c.signed_at) * 1000)::float8 as signed_at, c.note'

/** The newest checkpoint `c` of each tree `t`. */
export const FROM_NEWEST_OF_EACH = `
  from ledger.trees t cross join lateral (
    select * from ledger.checkpoints c where c.org_id = t.org_id order by size desc, signed_at desc limit 1) c`

export type CheckpointRow = {
  org_id: string
  size: string
  kid: string
  root: Buffer
  /** Milliseconds. */
  signed_at: number
  note: string
}
