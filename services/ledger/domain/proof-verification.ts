import { nodeHash } from '../../kernel/merkle.ts'
import type { RangeProof } from './proof.ts'
import { appendLeaves, type CompactTree, HASH_BYTES, perfectSubtrees } from './tree.ts'

/**
 * Whether a leaf hash stands at `index` in the tree of `size` with this root (RFC 9162 section 2.1.3.2). Everything but
 * the root may come from an attacker.
 */
export function verifyInclusion(claim: InclusionClaim): boolean {
  const { leafHash, index, size, proof, root } = claim
  if (!isIndexIn(index, size) || !areHashes([leafHash, root, ...proof])) return false
  let [fn, sn, hash] = [index, size - 1, leafHash]
  for (const sibling of proof) {
    if (sn === 0) return false
    if (isOdd(fn) || fn === sn) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else {
      hash = nodeHash(hash, sibling)
    }
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && equal(hash, root)
}

/**
 * Whether the tree of size `to` extends the one of size `from` (RFC 9162 section 2.1.4.2). False from size 0, which would
 * prove nothing.
 */
export function verifyConsistency(claim: ConsistencyClaim): boolean {
  const { from, fromRoot, to, toRoot, proof } = claim
  if (!isIndexIn(from - 1, to) || !areHashes([fromRoot, toRoot, ...proof])) return false
  if (from === to) return proof.length === 0 && equal(fromRoot, toRoot)
  let [fn, sn] = [from - 1, to - 1]
  while (isOdd(fn)) [fn, sn] = [half(fn), half(sn)]
  const [first, ...rest] = fn === 0 ? [fromRoot, ...proof] : proof
  if (!first) return false
  let [fromHash, toHash] = [first, first]
  for (const hash of rest) {
    if (sn === 0) return false
    if (isOdd(fn) || fn === sn) {
      fromHash = nodeHash(hash, fromHash)
      toHash = nodeHash(hash, toHash)
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else {
      toHash = nodeHash(toHash, hash)
    }
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && equal(fromHash, fromRoot) && equal(toHash, toRoot)
}

/** Whether these leaf hashes stand at [first, first + count) in the tree of `size` with this root. */
export function verifyRange(claim: RangeClaim): boolean {
  const { leafHashes, first, size, proof, root } = claim
  if (leafHashes.length === 0 || !areHashes([root, ...leafHashes])) return false
  const before = treeBefore(first, proof)
  return !!before && equal(rootOver(appendLeaves(before, leafHashes), size, proof) ?? Buffer.of(), root)
}

/**
 * The tree that ends where a range begins, out of the range's proof; null if the proof cannot be for it. Append the
 * range's leaves to it, batch by batch, then take {@link rootOver}.
 */
export function treeBefore(first: number, proof: RangeProof): CompactTree | null {
  if (!Number.isSafeInteger(first) || first < 0 || !areHashes(proof.left)) return null
  return perfectSubtrees(0, first).length === proof.left.length ? { size: first, frontier: proof.left } : null
}

/** The root of the tree of `size` out of the tree up to a range's end and the proof's right side; null if it cannot be. */
export function rootOver(tree: CompactTree, size: number, proof: RangeProof): Buffer | null {
  if (!isIndexIn(tree.size - 1, size) || !areHashes(proof.right)) return null
  const [left, right] = [tree.frontier.slice(), proof.right.toReversed()]
  let hash = left.pop()!
  let [fn, sn] = [tree.size - 1, size - 1]
  // The last complete subtree ends with the range's last leaf: up to its root there are no siblings to the right.
  for (let level = perfectSubtrees(0, tree.size).at(-1)!.level; level > 0; level--)
    [fn, sn] = [half(fn), half(sn)]
  for (; sn > 0; [fn, sn] = [half(fn), half(sn)]) {
    if (!isOdd(fn) && fn === sn) continue
    const sibling = isOdd(fn) ? left.pop() : right.pop()
    if (!sibling) return null
    hash = isOdd(fn) ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
  }
  return left.length === 0 && right.length === 0 ? Buffer.from(hash) : null
}

function isIndexIn(index: number, size: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(size) && 0 <= index && index < size
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.every((hash) => hash.length === HASH_BYTES)
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

function isOdd(n: number): boolean {
  return n % 2 === 1
}

function half(n: number): number {
  return Math.floor(n / 2)
}

type InclusionClaim = {
  leafHash: Uint8Array
  index: number
  size: number
  proof: readonly Uint8Array[]
  root: Uint8Array
}
type ConsistencyClaim = {
  from: number
  fromRoot: Uint8Array
  to: number
  toRoot: Uint8Array
  proof: readonly Uint8Array[]
}
type RangeClaim = {
  leafHashes: readonly Uint8Array[]
  first: number
  size: number
  proof: RangeProof
  root: Uint8Array
}
