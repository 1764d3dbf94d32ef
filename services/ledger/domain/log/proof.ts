import { nodeHash } from '../../../kernel/crypto/merkle.ts'
import { perfectSubtrees } from './tree.ts'

/**
 * The inclusion proof of a leaf in the tree of `size` (RFC 9162 section 2.1.3.1), leaf side first.
 *
 * @throws RangeError unless index < size
 */
export function inclusionProof(index: number, size: number, read: NodeReader): Promise<Buffer[]> {
  return hashesOf(siblings(index, size), read)
}

/**
 * The consistency proof between two sizes of a tree (RFC 9162 section 2.1.4.1). Empty if they are the same.
 *
 * @throws RangeError unless 1 ≤ from ≤ to: the empty tree is consistent with everything, so that would prove nothing
 */
export function consistencyProof(from: number, to: number, read: NodeReader): Promise<Buffer[]> {
  if (from < 1) throw new RangeError('a consistency proof from size 0 proves nothing')
  requireRange(from, to)
  if (from === to) return Promise.resolve([])
  // The largest perfect subtree that ends the old tree: its root, unless it is the old tree, then its path.
  const last = perfectSubtrees(0, from).at(-1)!
  const width = 2 ** last.level
  const path = siblings(from - 1, to).slice(last.level)
  return hashesOf(from === width ? path : [{ start: from - width, end: from }, ...path], read)
}

/**
 * The proof of the positions of leaves [first, end) in the tree of `size`: `left`, the perfect subtrees that make
 * up [0, first), largest first; `right`, the right-hand siblings on the path of leaf end − 1, bottom up.
 *
 * @throws RangeError unless 0 ≤ first < end ≤ size
 */
export async function rangeProof(
  first: number,
  end: number,
  size: number,
  read: NodeReader,
): Promise<RangeProof> {
  if (first >= end) throw new RangeError('a range proof covers at least one leaf')
  const after = siblings(end - 1, size).filter(({ start }) => start >= end)
  const [left, right] = await Promise.all([
    Promise.all(
      perfectSubtrees(0, first).map(async ({ level, index }) => Buffer.from(await read(level, index))),
    ),
    hashesOf(after, read),
  ])
  return { left, right }
}

/** The leaf ranges of the siblings on the path from a leaf to the root, bottom up. */
function siblings(index: number, size: number): LeafRange[] {
  requireRange(index + 1, size)
  const path: LeafRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const split = start + largestPowerBelow(end - start)
    if (index < split) {
      path.push({ start: split, end })
      end = split
    } else {
      path.push({ start, end: split })
      start = split
    }
  }
  return path.reverse()
}

/** The tree hash of each range. All nodes are requested at once, so that the reader can fetch them together. */
function hashesOf(ranges: LeafRange[], read: NodeReader): Promise<Buffer[]> {
  return Promise.all(
    ranges.map(async ({ start, end }) => {
      const nodes = await Promise.all(
        perfectSubtrees(start, end).map(({ level, index }) => read(level, index)),
      )
      return Buffer.from(nodes.reduceRight((right, left) => nodeHash(left, right)))
    }),
  )
}

/** k of RFC 9162 section 2.1.1: the largest power of two smaller than n, for n > 1. */
function largestPowerBelow(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

function requireRange(part: number, size: number): void {
  if (!Number.isSafeInteger(part) || !Number.isSafeInteger(size) || part < 1 || part > size)
    throw new RangeError(`a tree of size ${size} has no such leaf or earlier size`)
}

/**
 * Returns the hash of a complete node: all of its leaves [index · 2^level, (index + 1) · 2^level) exist. Only complete nodes are
 * requested. They never change.
 */
export type NodeReader = (level: number, index: number) => Uint8Array | Promise<Uint8Array>

/** docs/evidence-package.md section 7. */
type RangeProof = { left: Uint8Array[]; right: Uint8Array[] }

type LeafRange = { start: number; end: number }
