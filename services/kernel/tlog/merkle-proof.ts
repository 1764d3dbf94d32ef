import { sha256 } from '../crypto/digest.ts'
import { nodeHash } from '../crypto/merkle.ts'

/** Whether a consistency proof shows that the larger tree extends the smaller one (RFC 9162 section 2.1.4.2). */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && same(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && same(older.root, EMPTY_ROOT)
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof]
  const first = path.shift()
  if (first === undefined) return false
  let [from, to] = [older.size - 1, newer.size - 1]
  while (from % 2 === 1) [from, to] = [half(from), half(to)]
  let [small, large] = [first, first]
  for (const hash of path) {
    if (to === 0) return false
    if (from % 2 === 1 || from === to) {
      small = nodeHash(hash, small)
      large = nodeHash(hash, large)
      while (from % 2 === 0 && from !== 0) [from, to] = [half(from), half(to)]
    } else large = nodeHash(large, hash)
    ;[from, to] = [half(from), half(to)]
  }
  return to === 0 && same(small, older.root) && same(large, newer.root)
}

function isPowerOfTwo(n: number): boolean {
  const bits = BigInt(n)
  return (bits & (bits - 1n)) === 0n
}

function half(n: number): number {
  return Math.floor(n / 2)
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** The root of a tree of no leaves. */
export const EMPTY_ROOT: Buffer = sha256('')

export type TreeHead = { size: number; root: Uint8Array }
