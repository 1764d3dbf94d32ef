import { nodeHash } from '../../../kernel/crypto/merkle.ts'
import type { NodeId, TreeNode } from './tree.ts'

export type { TreeNode }

/**
 * The complete nodes that are stored: the leaves, and the inner nodes on every eighth level, as in the tiles of C2SP
 * tlog-tiles. Any other node is the hash of at most 128 stored nodes, so that a tree costs 0.4 % more rows than its leaves.
 */
export function stored(level: number): boolean {
  return level > 0 && level % TILE_LEVELS === 0
}

/** How many inner nodes are stored of a tree of so many leaves. */
export function storedNodes(size: number): number {
  let count = 0
  for (let width = 2 ** TILE_LEVELS; width <= size; width *= 2 ** TILE_LEVELS)
    count += Math.floor(size / width)
  return count
}

/** The stored nodes (level 0: leaves) from which the hash of a node is computed, as a range of indices on one level. */
export function sourceOf({ level, index }: NodeId): { level: number; start: number; end: number } {
  const base = level - (level % TILE_LEVELS)
  const width = 2 ** (level - base)
  return { level: base, start: index * width, end: (index + 1) * width }
}

/** The hash of a perfect subtree from the hashes of the nodes on one of its levels, from left to right. */
export function perfectRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, i) => nodeHash(level[2 * i]!, level[2 * i + 1]!))
  return level[0]!
}

const TILE_LEVELS = 8
