import { createHash, hash } from 'node:crypto'
import { sha256 } from './digest.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
const SIZE = 32

/** RFC 6962 section 2.1: the hash of a leaf is SHA-256(0x00 ‖ data). */
export function leafHash(data: string | Uint8Array): Buffer {
  if (typeof data === 'string') return Buffer.from(digestOf(behindZero(data)), 'latin1')
  return createHash('sha256').update(LEAF).update(data).digest()
}

/** RFC 6962 section 2.1: the hash of an inner node is SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

/** RFC 6962 section 2.1: the Merkle tree hash over leaf hashes, in order. Of none: SHA-256 of nothing. */
export function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return Buffer.from(leaves[0]!)
  const level = Buffer.concat(leaves)
  const node = Buffer.alloc(1 + 2 * SIZE)
  node.set(NODE)
  for (let size = leaves.length; size > 1; size = Math.ceil(size / 2)) {
    for (let i = 0; i + 1 < size; i += 2) {
      level.copy(node, 1, i * SIZE, (i + 2) * SIZE)
      level.write(digestOf(node), (i / 2) * SIZE, 'latin1')
    }
    if (size % 2 === 1) level.copyWithin(((size - 1) / 2) * SIZE, (size - 1) * SIZE, size * SIZE)
  }
  return Buffer.from(level.subarray(0, SIZE))
}

/** 0x00 and the UTF-8 bytes of a text. The next call overwrites them. */
function behindZero(text: string): Uint8Array {
  if (1 + text.length * 3 > scratch.length) return Buffer.from(`\0${text}`)
  return scratch.subarray(0, 1 + scratch.write(text, 1, 'utf8'))
}

/** The bytes of a SHA-256 as characters: several times cheaper than a buffer of its own for each. */
function digestOf(data: Uint8Array): string {
  return hash('sha256', data, 'binary')
}

/** Its first byte stays 0x00. */
const scratch = Buffer.alloc(16 * 1024)
