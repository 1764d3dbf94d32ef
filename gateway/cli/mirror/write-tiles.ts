import { TILE_WIDTH, tilePath, tilesSince } from '../../../services/kernel/tlog/tiles.ts'
import type { Copy } from './copy.ts'
import { differs, type Finding } from './finding.ts'
import { bytesOf, type HashedTree, type Write } from './hashed-tree.ts'
import { readTile } from './read-tile.ts'
import type { Source } from './source.ts'

/**
 * Writes a file of a copy that has no checkpoint yet. An equal file of an interrupted first run is kept; a different one is
 * reported and not replaced.
 */
export async function writeNew(copy: Copy, path: string, bytes: Buffer): Promise<Finding | undefined> {
  const kept = await copy.read(path)
  if (kept === undefined) await copy.write(path, bytes)
  if (kept === undefined || kept.equals(bytes)) return undefined
  const message = `the copy has no checkpoint, and its ${path} is not what the log has`
  return { code: 'copy_damaged', message, path }
}

/** Writes a file of a copy that has a checkpoint. */
export function overwrite(copy: Copy): Write {
  return async (path, bytes) => {
    await copy.write(path, bytes)
    return undefined
  }
}

/** Writes the new tiles of hashes. They MUST match the entries of the log. @returns the first difference */
export async function writeTiles(
  read: Source,
  write: Write,
  from: number,
  grown: HashedTree,
): Promise<Finding | undefined> {
  for (const tile of tilesSince(from, grown.tree.size)) {
    const path = tilePath(tile)
    const served = await readTile(read, path)
    if (!Buffer.isBuffer(served)) return served.finding
    if (!served.equals(bytesOf(grown, tile)))
      return differs(path, `${path} of the log does not match its entries`).finding
    const contradiction = await write(path, served)
    if (contradiction !== undefined) return contradiction
  }
  return undefined
}

/** Removes the partial tiles of an earlier size that the new size no longer has. */
export async function removePartials(copy: Copy, from: number, size: number): Promise<void> {
  const now = new Set([...tilesSince(0, size)].filter(({ width }) => width < TILE_WIDTH).map(tilePath))
  for (const tile of tilesSince(0, from)) {
    if (tile.width === TILE_WIDTH || now.has(tilePath(tile))) continue
    await copy.remove(tilePath(tile))
    if (tile.level === 0) await copy.remove(tilePath({ ...tile, kind: 'entries' }))
  }
}
