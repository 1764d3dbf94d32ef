import {
  entriesOf,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tilesSince,
} from '../../../services/kernel/tlog/tiles.ts'
import type { Copy } from './copy.ts'
import { differs, type Finding } from './finding.ts'
import { readTile } from './read-tile.ts'
import type { Source } from './source.ts'

/**
 * Reads every tile of the copy again from the log and compares them. The log has grown to `now` entries: it may no longer have the
 * partial tiles of an earlier size.
 *
 * @returns the first difference, or none
 */
export async function compareTiles(read: Source, copy: Copy, size: number, now: number): Promise<Finding[]> {
  for (const tile of tilesSince(0, size)) {
    const served = { ...tile, width: widthOf(tile, now) }
    const kinds = tile.level === 0 ? (['entries', 'hashes'] as const) : (['hashes'] as const)
    for (const kind of kinds) {
      const path = tilePath({ ...served, kind })
      const bytes = await readTile(read, path)
      if (!Buffer.isBuffer(bytes)) return [bytes.finding]
      const kept = (await copy.read(tilePath({ ...tile, kind })))!
      if (bytes.subarray(0, kept.length).equals(kept)) continue
      const index = kind === 'entries' ? differing(kept, bytes, tile.index) : undefined
      const which = index === undefined ? path : `entry ${index} (${path})`
      return [differs(path, `${which} is not what the log had before`, index).finding]
    }
  }
  return []
}

/** Returns the width of a tile in a tree of `size` entries. `size` comes from a signed checkpoint: it may be any number. */
function widthOf({ level, index }: Tile, size: number): number {
  return Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH)
}

/** Returns the index of the first entry that differs; undefined if one of the bundles cannot be read. */
function differing(kept: Buffer, served: Buffer, index: number): number | undefined {
  try {
    const now = entriesOf(served)
    const at = entriesOf(kept).findIndex((entry, i) => now[i] === undefined || !entry.equals(now[i]))
    return at === -1 ? undefined : index * TILE_WIDTH + at
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
