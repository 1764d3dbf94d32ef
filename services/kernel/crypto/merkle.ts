import { sha256, sha256Binary } from './digest.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
const SIZE = 32

/** RFC 6962 section 2.1: the hash of a leaf is SHA-256(0x00 ‖ data). */
export function leafHash(data: string | Uint8Array): Buffer {
  return sha256(typeof data === 'string' ? `\0${data}` : Buffer.concat([LEAF, data]))
}

/** Returns the hash of an inner node: SHA-256(0x01 ‖ left ‖ right) (RFC 6962 section 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  // A damaged tree may hold hashes of any length.
  if (left.length !== SIZE || right.length !== SIZE) return sha256(Buffer.concat([NODE, left, right]))
  node.set(left, 1)
  node.set(right, 1 + SIZE)
  return sha256(node)
}

/**
 * Returns the Merkle tree hash of leaf hashes, in order (RFC 6962 section 2.1). Without leaves it is the SHA-256 of the empty
 * string.
 */
export function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return Buffer.from(leaves[0]!)
  const level = Buffer.concat(leaves)
  for (let size = leaves.length; size > 1; size = Math.ceil(size / 2)) {
    for (let i = 0; i + 1 < size; i += 2) {
      level.copy(node, 1, i * SIZE, (i + 2) * SIZE)
      level.write(sha256Binary(node), (i / 2) * SIZE, 'latin1')
    }
    if (size % 2 === 1) level.copyWithin(((size - 1) / 2) * SIZE, (size - 1) * SIZE, size * SIZE)
  }
  return Buffer.from(level.subarray(0, SIZE))
}

/** Reused for each node: 0x01 and the two hashes. */
const node = Buffer.alloc(1 + 2 * SIZE, 1)
