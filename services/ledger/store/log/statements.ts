import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import {
  CHECKPOINT_COLUMNS,
  type CheckpointPlace,
  type CheckpointRow,
  checkpointOf,
  FROM_NEWEST_OF_EACH,
  type StoredCheckpoint,
} from './checkpoints.ts'

/**
 * A statement of a third party about a checkpoint: the signature line of a witness without its line feed, or a time-stamp
 * (domain/time-stamps/stamp.ts).
 */
export type Statement = { kind: 'cosignature' | 'timestamp'; source: string; statement: string }

/** The checkpoint that a statement is about. */
type About = Pick<StoredCheckpoint, 'organizationId' | 'size' | 'kid'>

export type StatementStore = {
  /** Stores a statement. The first statement of a source about a checkpoint stays. */
  keep(about: About, statement: Statement): Promise<void>
  of(about: About): Promise<Statement[]>
  /** The statements about each of several checkpoints of one log. */
  ofEach(organizationId: string, places: readonly CheckpointPlace[]): Promise<Statement[][]>
  /** The size of the largest checkpoint that a source made a statement about; 0 where there is none. */
  newestSize(organizationId: string, of: Pick<Statement, 'kind' | 'source'>): Promise<number>
  /**
   * The newest checkpoint of each log, where the source has made no statement about it; up to `limit`, after an organization's
   * id.
   */
  missing(
    of: Pick<Statement, 'kind' | 'source'>,
    after: string | null,
    limit: number,
  ): Promise<StoredCheckpoint[]>
}

export function statementStore(db: Pick<Database, 'query'>): StatementStore {
  const ofEach: StatementStore['ofEach'] = async (organizationId, places) => {
    const values = [organizationId, places.map(({ size }) => size), places.map(({ kid }) => kid)]
    const rows = await db.query<Statement & { place: string }>({ text: OF_EACH, values })
    return places.map((_, i) =>
      rows
        .filter(({ place }) => Number(place) === i + 1)
        .map(({ kind, source, statement }) => ({ kind, source, statement })),
    )
  }
  return {
    keep: async ({ organizationId, size, kid }, { kind, source, statement }) => {
      const text = `insert into ledger.checkpoint_statements (org_id, size, kid, kind, source, statement)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing`
      await db.query({ text, values: [organizationId, size, kid, kind, source, statement] })
    },
    of: async ({ organizationId, size, kid }) => (await ofEach(organizationId, [{ size, kid }]))[0]!,
    ofEach,
    newestSize: async (organizationId, { kind, source }) => {
      const text = `select size from ledger.checkpoint_statements where org_id = $1 and kind = $2 and source = $3
        order by size desc limit 1`
      const rows = await db.query<{ size: string }>({ text, values: [organizationId, kind, source] })
      return Number(rows[0]?.size ?? 0)
    },
    missing: async ({ kind, source }, after, limit) => {
      const text = `${across('checkpoints without statement')} ${CHECKPOINT_COLUMNS}
        ${FROM_NEWEST_OF_EACH}
        where ($3::uuid is null or t.org_id > $3) and not exists (
          select from ledger.checkpoint_statements s where s.org_id = c.org_id and s.size = c.size and s.kid = c.kid
            and s.kind = $1 and s.source = $2)
        order by t.org_id limit $4`
      return (await db.query<CheckpointRow>({ text, values: [kind, source, after, limit] })).map(checkpointOf)
    },
  }
}

/** Twice as many as the sources that can be configured at a time. */
const MAX_STATEMENTS = 64

const OF_EACH = `
  select c.place, s.kind, s.source, s.statement
  from unnest($2::bigint[], $3::text[]) with ordinality as c (size, kid, place)
  cross join lateral (
    select * from ledger.checkpoint_statements s where s.org_id = $1 and s.size = c.size and s.kid = c.kid
    order by s.kind, s.source limit ${MAX_STATEMENTS}) s
  order by c.place, s.kind, s.source`
