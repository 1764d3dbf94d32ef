import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import { entriesOf, TILE_WIDTH, type Tile, tilePath } from '../../../services/kernel/tlog/tiles.ts'
import { stored } from '../../../services/ledger/domain/log/tiles.ts'
import { appendLeaves, type CompactTree } from '../../../services/ledger/domain/log/tree.ts'
import { differs, type Finding } from './finding.ts'
import { readTile } from './read-tile.ts'
import type { Source } from './source.ts'

/** A tree, and the hashes of its tiles by level. */
export type HashedTree = { tree: CompactTree; hashes: Uint8Array[][] }

/** Extends a tree with the entries of a log, up to a size. `keep` gets every bundle of entries that was read. */
export async function extended(
  read: Source,
  from: HashedTree,
  size: number,
  keep?: Write,
): Promise<HashedTree | { finding: Finding }> {
  const hashes = from.hashes.map((level) => [...level])
  let tree = from.tree
  for (let index = Math.floor(tree.size / TILE_WIDTH); tree.size < size; index++) {
    const first = index * TILE_WIDTH
    const width = Math.min(TILE_WIDTH, size - first)
    const path = tilePath({ kind: 'entries', level: 0, index, width })
    const bundle = await readTile(read, path)
    if (!Buffer.isBuffer(bundle)) return bundle
    const leaves = leavesOf(bundle, width)
    if (leaves === undefined) return differs(path, `${path} is not ${width} entries`)
    const known = (hashes[0] ?? []).slice(first, tree.size)
    const changed = known.findIndex((hash, i) => !leaves[i]!.equals(hash))
    if (changed !== -1)
      return differs(path, `entry ${first + changed} is not what the log had before`, first + changed)
    const contradiction = await keep?.(path, bundle)
    if (contradiction !== undefined) return { finding: contradiction }
    tree = appendLeaves(tree, leaves.slice(known.length), ({ level, hash }) => {
      if (level === 0 || stored(level)) hashesOf(hashes, level / NODE_LEVELS).push(hash)
    })
  }
  return { tree, hashes }
}

function hashesOf(hashes: Uint8Array[][], level: number): Uint8Array[] {
  const found = hashes[level] ?? []
  hashes[level] = found
  return found
}

/** Returns the leaf hashes of a bundle; undefined if it is not `width` entries. */
function leavesOf(bundle: Buffer, width: number): Buffer[] | undefined {
  try {
    const entries = entriesOf(bundle)
    return entries.length === width ? entries.map((entry) => leafHash(entry)) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Returns the bytes of a tile of hashes. */
export function bytesOf({ hashes }: HashedTree, { level, index, width }: Tile): Buffer {
  return Buffer.concat((hashes[level] ?? []).slice(index * TILE_WIDTH, index * TILE_WIDTH + width))
}

/** Writes a file of the copy. @returns a finding if the copy already has a different file at this path */
export type Write = (path: string, bytes: Buffer) => Promise<Finding | undefined>

const NODE_LEVELS = 8
