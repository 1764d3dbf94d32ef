import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { type CompactTree, decodeTree, EMPTY_TREE } from '../../domain/log/tree.ts'
import { SOUND } from './damage.ts'

/** The current head of a tree. */
export type TreeHead = { organizationId: string; tree: CompactTree }

/** The heads of the trees, and how many entries wait for a place in them. */
export type TreeHeads = {
  /** The tree of an organization; the empty one where nothing was logged yet. @throws Error when it is damaged */
  tree(organizationId: string): Promise<CompactTree>
  /** The sizes of the trees of these organizations that have one. */
  sizes(organizationIds: readonly string[]): Promise<Map<string, number>>
  /** Sound trees that this key has not signed at their current size; up to `limit`, after an organization's id. */
  grown(kid: string, after: string | null, limit: number): Promise<TreeHead[]>
  /** How many entries wait to be sequenced, of all organizations. */
  waiting(): Promise<number>
}

export function treeHeads(db: Pick<Database, 'query'>): TreeHeads {
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
      const rows = await db.query<Omit<TreeRow, 'frontier'>>({ text, values: [array(organizationIds)] })
      return new Map(rows.map(({ org_id, size }) => [org_id, Number(size)]))
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

type TreeRow = { org_id: string; size: string; frontier: Buffer }
