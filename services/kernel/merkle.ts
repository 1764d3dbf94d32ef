import { createHash } from 'node:crypto'
import { sha256 } from './digest.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** RFC 6962 section 2.1: the hash of a leaf is SHA-256(0x00 ‖ data). */
export function leafHash(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(LEAF).update(data).digest()
}

/** RFC 6962 section 2.1: the hash of an inner node is SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

/** RFC 6962 section 2.1: the Merkle tree hash over leaf hashes, in order. Of none: SHA-256 of nothing. */
export function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256('')
  let level: Uint8Array[] = leaves.slice()
  while (level.length > 1) {
    const next: Uint8Array[] = []
    for (let i = 0; i + 1 < level.length; i += 2) next.push(nodeHash(level[i]!, level[i + 1]!))
    if (level.length % 2 === 1) next.push(level[level.length - 1]!)
    level = next
  }
  return Buffer.from(level[0]!)
}
