import { nodeHash } from '../../kernel/crypto/merkle.ts'
import type { NodeId, TreeNode } from './tree.ts'

export type { TreeNode }

/**
 * Which complete nodes are stored: the leaves, and of the inner ones those on every eighth level, as the tiles of C2SP
 * tlog-tiles have it. Any other node is the hash of at most 128 stored ones, so that a tree costs 0.4 % more rows than
 * its leaves.
 */
export function stored(level: number): boolean {
  return level > 0 && level % TILE_LEVELS === 0
}

/** The stored nodes (level 0: leaves) that a node is the hash of, as a range of indices on one level. */
export function sourceOf({ level, index }: NodeId): { level: number; start: number; end: number } {
  const base = level - (level % TILE_LEVELS)
  const width = 2 ** (level - base)
  return { level: base, start: index * width, end: (index + 1) * width }
}

/** The hash of a perfect subtree out of the hashes of the nodes on one level of it, from left to right. */
export function perfectRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, i) => nodeHash(level[2 * i]!, level[2 * i + 1]!))
  return level[0]!
}

const TILE_LEVELS = 8
