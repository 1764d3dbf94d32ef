import { groupCommit } from '../../../kernel/concurrency/group-commit.ts'
import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import type { NodeReader } from '../../domain/log/proof.ts'
import { perfectRoot, sourceOf } from '../../domain/log/tiles.ts'
import { HASH_BYTES } from '../../domain/log/tree.ts'

/**
 * Reads complete nodes of an organization's tree. Nodes that are requested at once are fetched together.
 *
 * The reader throws an Error for a node that is not complete or of which something is missing.
 */
export function nodeReader(db: Pick<Database, 'query'>): (organizationId: string) => NodeReader {
  const read = groupCommit<Asked, Uint8Array>({
    maxBatch: 64,
    run: async (asked) => {
      const sources = asked.map((node) => sourceOf(node))
      const rows = await db.query<{ hashes: Buffer | null }>({
        name: 'nodes',
        text: NODES,
        values: [
          array(asked.map(({ organizationId }) => organizationId)),
          array(sources.map(({ level }) => level)),
          array(sources.map(({ start }) => start)),
          array(sources.map(({ end }) => end)),
        ],
      })
      return rows.map(({ hashes }, i) => {
        const { level, start, end } = sources[i]!
        if (hashes?.length !== (end - start) * HASH_BYTES)
          throw new Error(`nodes [${start}, ${end}) of level ${level} of the log are not all there`)
        return perfectRoot(split(hashes))
      })
    },
  })
  return (organizationId) => (level, index) => read({ organizationId, level, index })
}

function split(hashes: Buffer): Buffer[] {
  return Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
    hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  )
}

const NODES = `
  select (
    select string_agg(hash, ''::bytea order by index) from (
      select l.index, l.hash from ledger.leaves l
      where a.level = 0 and l.org_id = a.org_id and l.index >= a.start and l.index < a.stop
      union all
      select n.index, n.hash from ledger.nodes n
      where n.org_id = a.org_id and n.level = a.level and n.index >= a.start and n.index < a.stop) h) as hashes
  from unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::bigint[]) with ordinality as a (org_id, level, start, stop, nth)
  order by a.nth`

type Asked = { organizationId: string; level: number; index: number }
