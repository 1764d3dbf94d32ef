import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leafHash, nodeHash, treeHash } from './merkle.ts'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 6962 section 2.1, word for word: split at the largest power of two below the size. */
function mth(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0]!
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha256(Uint8Array.of(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)))
}

test('the tree hash equals RFC 6962 for every number of leaves', () => {
  for (let size = 0; size <= 130; size++) {
    const leaves = Array.from({ length: size }, (_, i) => leafHash(`record ${i}`))
    const before = Buffer.concat(leaves)
    expect(treeHash(leaves)).toEqual(mth(leaves))
    expect(Buffer.concat(leaves)).toEqual(before)
  }
})

test('leaves are hashed with prefix 0x00, nodes with 0x01, and text as UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(leafHash(text)).toEqual(sha256(Uint8Array.of(0), Buffer.from(text)))
      expect(leafHash(Buffer.from(text))).toEqual(leafHash(text))
    }),
  )
  const [a, b] = [leafHash('a'), leafHash('b')]
  expect(nodeHash(a, b)).toEqual(sha256(Uint8Array.of(1), a, b))
  for (const [left, right] of [
    [a.subarray(1), b],
    [a, b.subarray(1)],
    [Buffer.concat([a, b]), b],
  ] as const)
    expect(nodeHash(left, right)).toEqual(sha256(Uint8Array.of(1), left, right))
})

test('a leaf of any length is hashed correctly, whatever was hashed before it', () => {
  for (const length of [0, 1, 5461, 5462, 16_383, 16_384, 100_000, 3]) {
    for (const text of ['x'.repeat(length), '€'.repeat(length)]) {
      expect(leafHash(text)).toEqual(sha256(Uint8Array.of(0), Buffer.from(text)))
    }
  }
})
