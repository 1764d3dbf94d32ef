import { sha256 } from '../../../kernel/crypto/digest.ts'
import { nodeHash } from '../../../kernel/crypto/merkle.ts'

/** The tree of no leaves. */
export const EMPTY_TREE: CompactTree = { size: 0, frontier: [] }

/**
 * Appends leaf hashes to a tree (RFC 9162 section 2.1) from its frontier only: about one hash a leaf, no reads.
 *
 * @param onNode called with every node that becomes complete, the leaves among them (level 0), children before parents
 */
export function appendLeaves(
  tree: CompactTree,
  leafHashes: Iterable<Uint8Array>,
  onNode?: (node: TreeNode) => void,
): CompactTree {
  const frontier = tree.frontier.slice()
  let size = tree.size
  for (const leaf of leafHashes) {
    let hash = leaf
    let index = size
    let level = 0
    onNode?.({ level, index, hash })
    // A leaf at index i completes one subtree for every trailing one of i.
    while (index % 2 === 1) {
      hash = nodeHash(frontier.pop()!, hash)
      index = (index - 1) / 2
      level += 1
      onNode?.({ level, index, hash })
    }
    frontier.push(hash)
    size += 1
  }
  return { size, frontier }
}

/** The Merkle tree hash; of no leaves SHA-256 of nothing. */
export function treeRoot(tree: CompactTree): Buffer {
  const [last, ...rest] = tree.frontier.toReversed()
  return last ? Buffer.from(rest.reduce((right, left) => nodeHash(left, right), last)) : sha256('')
}

/** The frontier as bytes: its hashes, 32 bytes each, in order. With the size it is the whole tree. */
export function encodeFrontier(tree: CompactTree): Buffer {
  return Buffer.concat(tree.frontier)
}

/** @throws RangeError if the frontier is not that of a tree of this size */
export function decodeTree(size: number, frontier: Uint8Array): CompactTree {
  const count = perfectSubtrees(0, size).length
  if (frontier.length !== count * HASH_BYTES)
    throw new RangeError(`a tree of size ${size} has a frontier of ${count} hashes`)
  return {
    size,
    frontier: Array.from({ length: count }, (_, at) =>
      frontier.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
    ),
  }
}

/**
 * Returns the smallest list of perfect, aligned subtrees that together have the leaves [start, end), from left to right. Those of
 * a prefix [0, n) are the frontier, one for each bit set in n.
 *
 * @throws RangeError unless 0 ≤ start ≤ end, both safe integers
 */
export function perfectSubtrees(start: number, end: number): NodeId[] {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || start > end)
    throw new RangeError(`no leaf range: [${start}, ${end})`)
  const nodes: NodeId[] = []
  let at = start
  while (at < end) {
    let [level, width] = [0, 1]
    while (at % (2 * width) === 0 && at + 2 * width <= end) {
      level += 1
      width *= 2
    }
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

export const HASH_BYTES = 32

/** `frontier`: the roots of the perfect subtrees that make up the tree, largest (leftmost) first. */
export type CompactTree = { readonly size: number; readonly frontier: readonly Uint8Array[] }

/** The node at `level` (leaves are 0) that covers the leaves [index · 2^level, (index + 1) · 2^level). */
export type NodeId = { level: number; index: number }
export type TreeNode = NodeId & { hash: Uint8Array }
