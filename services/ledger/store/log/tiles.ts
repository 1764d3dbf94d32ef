import type { Database } from '../../../kernel/database/database.ts'

/** Reads the tiles of trees (C2SP tlog-tiles). Inner nodes are stored on every eighth level, as in tiles. */
export type TileStore = {
  /** The hashes of up to `width` complete nodes of a level of tiles, in order, 32 bytes each: those that exist. */
  hashes(organizationId: string, level: number, first: number, width: number): Promise<Buffer>
  /** The texts of up to `width` entries, in order, beginning with a leaf. */
  entries(organizationId: string, first: number, width: number): Promise<string[]>
}

export function tileStore(db: Pick<Database, 'query'>): TileStore {
  return {
    hashes: async (organizationId, level, first, width) => {
      const values = [organizationId, first, first + width, ...(level === 0 ? [] : [level * NODE_LEVELS])]
      const rows = await db.query<{ hash: Buffer }>({ text: level === 0 ? LEAVES : NODES, values })
      return Buffer.concat(rows.map(({ hash }) => hash))
    },
    entries: async (organizationId, first, width) => {
      const rows = await db.query<{ entry: string }>({
        text: ENTRIES,
        values: [organizationId, first, first + width],
      })
      return rows.map(({ entry }) => entry)
    },
  }
}

const NODE_LEVELS = 8
const LEAVES = `select hash from ledger.leaves where org_id = $1 and index >= $2 and index < $3 order by index`
const NODES = `
  select hash from ledger.nodes where org_id = $1 and level = $4 and index >= $2 and index < $3 order by index`
/** Looks the entries up by their keys, whatever the statistics of the tables (decision 181). */
const ENTRIES = `
  select e.entry from ledger.leaves l
  cross join lateral (select entry from ledger.entries where org_id = l.org_id and id = l.entry_id offset 0) e
  where l.org_id = $1 and l.index >= $2 and l.index < $3 order by l.index`
