import { nodeHash, treeHash } from '../../../services/kernel/crypto/merkle.ts'

// RFC 9162 section 2.1, transcribed literally: recursive, over the whole list of leaf hashes.

/** Returns the hash of a list of leaves. It may remember the hashes of one list. */
type Hash = (leaves: readonly Buffer[]) => Buffer

/**
 * Returns a `treeHash` that remembers the hash of each part of a list without repeated leaves. A part is identified by its first
 * leaf and its length. It is for proofs of many sizes of one list.
 */
export function rememberingHash(list: readonly Buffer[]): Hash {
  if (new Set(list.map((leaf) => leaf.toString('hex'))).size < list.length)
    throw new Error('a leaf is there twice')
  const places = new Map(list.map((leaf, place) => [leaf, place]))
  const known = new Map<number, Buffer>()
  return (leaves) => {
    const place = leaves.length === 0 ? undefined : places.get(leaves[0]!)
    if (place === undefined) return treeHash(leaves)
    const key = place * list.length + leaves.length - 1
    const hash = known.get(key) ?? treeHash(leaves)
    known.set(key, hash)
    return hash
  }
}

/** PATH(m, D[n]), bottom up. */
export function inclusionPath(index: number, leaves: readonly Buffer[], hash: Hash = treeHash): Buffer[] {
  const n = leaves.length
  if (n === 1) return []
  const k = split(n)
  return index < k
    ? [...inclusionPath(index, leaves.slice(0, k), hash), hash(leaves.slice(k))]
    : [...inclusionPath(index - k, leaves.slice(k), hash), hash(leaves.slice(0, k))]
}

/** PROOF(m, D[n]), 0 < m ≤ n. */
export function consistencyPath(m: number, leaves: readonly Buffer[], hash: Hash = treeHash): Buffer[] {
  return subproof(m, leaves, true, hash)
}

function subproof(m: number, leaves: readonly Buffer[], whole: boolean, hash: Hash): Buffer[] {
  const n = leaves.length
  if (m === n) return whole ? [] : [hash(leaves)]
  const k = split(n)
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), whole, hash), hash(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false, hash), hash(leaves.slice(0, k))]
}

/** MTH(D[n]) by recursion. */
export function treeHashByDefinition(leaves: readonly Buffer[]): Buffer {
  const n = leaves.length
  if (n < 2) return treeHash(leaves)
  const k = split(n)
  return nodeHash(treeHashByDefinition(leaves.slice(0, k)), treeHashByDefinition(leaves.slice(k)))
}

/**
 * Range proof of [a, b), docs/evidence-package.md section 7: the roots of the largest subtrees outside the range, on its left and
 * on its right, found by descending from the root.
 */
export function rangePath(
  a: number,
  b: number,
  leaves: readonly Buffer[],
): { left: Buffer[]; right: Buffer[] } {
  const left: Buffer[] = []
  const right: Buffer[] = []
  const walk = (lo: number, hi: number) => {
    if (hi <= a) left.push(treeHash(leaves.slice(lo, hi)))
    else if (lo >= b) right.push(treeHash(leaves.slice(lo, hi)))
    else if (lo < a || hi > b) {
      const k = split(hi - lo)
      walk(lo, lo + k)
      walk(lo + k, hi)
    }
  }
  walk(0, leaves.length)
  return { left, right }
}

/** The largest power of two smaller than n. */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}
