import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consistencyProof, inclusionProof, rangeProof } from './proof.ts'
import {
  rootOver,
  treeBefore,
  verifyConsistency,
  verifyInclusion,
  verifyRange,
} from './proof-verification.ts'
import { definedConsistency, definedPath, definedRoot, leaves, MAX_SIZE } from './tree.fixture.ts'
import { appendLeaves } from './tree.ts'

/** Reads nodes as the definition has them, and refuses those that the tree of `size` does not have complete. */
function reader(size: number) {
  return (level: number, index: number) => {
    const [start, end] = [index * 2 ** level, (index + 1) * 2 ** level]
    if (end > size) throw new Error(`node ${level}/${index} is not complete at size ${size}`)
    return definedRoot(start, end)
  }
}

/** A size, a part of it, and a place, so that shrinking stays meaningful. */
const sizes = fc
  .integer({ min: 1, max: MAX_SIZE })
  .chain((size) => fc.record({ size: fc.constant(size), part: fc.integer({ min: 1, max: size }) }))

/** Every way to damage a proof a little: a bit flipped, a hash left out, put in, doubled, cut. */
function damaged(proof: readonly Uint8Array[]): Uint8Array[][] {
  const variants: Uint8Array[][] = [
    [...proof, leaves[0]!],
    [leaves[0]!, ...proof],
  ]
  for (const [at, hash] of proof.entries()) {
    const flipped = Buffer.from(hash)
    flipped[at % 32]! ^= 0x80
    variants.push(proof.with(at, flipped), proof.toSpliced(at, 1), proof.toSpliced(at, 0, hash))
    variants.push(proof.with(at, hash.subarray(0, 31)))
  }
  return variants
}

describe('an inclusion proof', () => {
  test('is the one of the definition and verifies, for every leaf of every size to 300', async () => {
    for (let size = 1; size <= MAX_SIZE; size++)
      for (let index = 0; index < size; index += size < 70 ? 1 : 13) {
        const proof = await inclusionProof(index, size, reader(size))
        expect(proof).toEqual(definedPath(index, 0, size))
        const claim = { leafHash: leaves[index]!, index, size, proof, root: definedRoot(0, size) }
        expect(verifyInclusion(claim)).toBe(true)
      }
  })

  test('does not verify when anything in it or around it is changed', () => {
    fc.assert(
      fc.property(sizes, ({ size, part }) => {
        const index = part - 1
        const proof = definedPath(index, 0, size)
        const claim = { leafHash: leaves[index]!, index, size, proof, root: definedRoot(0, size) }
        expect(verifyInclusion(claim)).toBe(true)
        for (const wrong of damaged(proof)) expect(verifyInclusion({ ...claim, proof: wrong })).toBe(false)
        expect(verifyInclusion({ ...claim, leafHash: leaves[(index + 1) % MAX_SIZE]! })).toBe(false)
        expect(verifyInclusion({ ...claim, root: definedRoot(0, size - 1) })).toBe(false)
        for (const other of [index - 1, index + 1, size, -1, 0.5, Number.NaN])
          expect(verifyInclusion({ ...claim, index: other })).toBe(false)
      }),
    )
  })

  test('is not made for a leaf that is not there', async () => {
    expect(() => inclusionProof(5, 5, reader(5))).toThrow(RangeError)
    expect(() => inclusionProof(-1, 5, reader(5))).toThrow(RangeError)
    expect(() => inclusionProof(0, 0, reader(0))).toThrow(RangeError)
  })
})

describe('a consistency proof', () => {
  test('is the one of the definition and verifies, for every pair of sizes to 80 and samples to 300', async () => {
    for (let to = 1; to <= MAX_SIZE; to += to < 80 ? 1 : 7)
      for (let from = 1; from <= to; from += to < 80 ? 1 : 5) {
        const proof = await consistencyProof(from, to, reader(to))
        expect(proof).toEqual(definedConsistency(from, 0, to))
        const claim = { from, fromRoot: definedRoot(0, from), to, toRoot: definedRoot(0, to), proof }
        expect(verifyConsistency(claim)).toBe(true)
      }
  })

  test('does not verify when anything in it or around it is changed', () => {
    fc.assert(
      fc.property(sizes, ({ size: to, part: from }) => {
        const proof = definedConsistency(from, 0, to)
        const claim = { from, fromRoot: definedRoot(0, from), to, toRoot: definedRoot(0, to), proof }
        expect(verifyConsistency(claim)).toBe(true)
        for (const wrong of damaged(proof)) expect(verifyConsistency({ ...claim, proof: wrong })).toBe(false)
        expect(
          verifyConsistency({ ...claim, fromRoot: definedRoot(1, from + 1 > MAX_SIZE ? 2 : from + 1) }),
        ).toBe(false)
        expect(verifyConsistency({ ...claim, toRoot: leaves[299]! })).toBe(false)
        expect(verifyConsistency({ ...claim, from: to + 1 })).toBe(false)
      }),
    )
  })

  test('from size 0 proves nothing and is neither made nor accepted', () => {
    expect(() => consistencyProof(0, 3, reader(3))).toThrow(RangeError)
    const claim = { from: 0, fromRoot: definedRoot(0, 0), to: 3, toRoot: definedRoot(0, 3), proof: [] }
    expect(verifyConsistency(claim)).toBe(false)
    expect(() => consistencyProof(4, 3, reader(4))).toThrow(RangeError)
  })
})

describe('a range proof', () => {
  const ranges = fc
    .integer({ min: 1, max: MAX_SIZE })
    .chain((size) => fc.tuple(fc.constant(size), fc.nat({ max: size - 1 })))
    .chain(([size, first]) =>
      fc.record({
        size: fc.constant(size),
        first: fc.constant(first),
        end: fc.integer({ min: first + 1, max: size }),
      }),
    )

  test('verifies for every range of every size to 33', async () => {
    for (let size = 1; size <= 33; size++)
      for (let first = 0; first < size; first++)
        for (let end = first + 1; end <= size; end++) {
          const proof = await rangeProof(first, end, size, reader(size))
          const leafHashes = leaves.slice(first, end)
          expect(verifyRange({ leafHashes, first, size, proof, root: definedRoot(0, size) })).toBe(true)
        }
  })

  test('is the left siblings of its first leaf and the right siblings of its last', async () => {
    await fc.assert(
      fc.asyncProperty(ranges, async ({ size, first, end }) => {
        const { left, right } = await rangeProof(first, end, size, reader(size))
        const siblings = (index: number, side: 'left' | 'right') => {
          // Of the definition's path, those whose leaves lie before or after the leaf.
          const all = definedPath(index, 0, size)
          const own = new Set<string>()
          for (let a = 0; a < size; a++)
            for (let b = a + 1; b <= size; b++)
              if (side === 'left' ? b <= index : a > index) own.add(definedRoot(a, b).toString('hex'))
          return all.filter((hash) => own.has(hash.toString('hex')))
        }
        expect(left).toEqual(siblings(first, 'left').reverse())
        expect(right).toEqual(siblings(end - 1, 'right'))
      }),
      { numRuns: 15 },
    )
  })

  test('does not verify when anything in it or around it is changed', async () => {
    await fc.assert(
      fc.asyncProperty(ranges, async ({ size, first, end }) => {
        const proof = await rangeProof(first, end, size, reader(size))
        const leafHashes = leaves.slice(first, end)
        const claim = { leafHashes, first, size, proof, root: definedRoot(0, size) }
        expect(verifyRange(claim)).toBe(true)
        for (const left of damaged(proof.left))
          expect(verifyRange({ ...claim, proof: { ...proof, left } })).toBe(false)
        for (const right of damaged(proof.right))
          expect(verifyRange({ ...claim, proof: { ...proof, right } })).toBe(false)
        expect(verifyRange({ ...claim, leafHashes: leafHashes.slice(1) })).toBe(false)
        expect(verifyRange({ ...claim, leafHashes: [...leafHashes, leaves[0]!] })).toBe(false)
        expect(verifyRange({ ...claim, leafHashes: leafHashes.with(-1, definedRoot(0, 2)) })).toBe(false)
        if (leafHashes.length > 1)
          expect(verifyRange({ ...claim, leafHashes: leafHashes.toReversed() })).toBe(false)
        expect(verifyRange({ ...claim, first: first + 1 })).toBe(false)
        expect(verifyRange({ ...claim, root: leaves[299]! })).toBe(false)
      }),
    )
  })

  test('can be verified batch by batch', async () => {
    const [first, end, size] = [37, 290, 300]
    const proof = await rangeProof(first, end, size, reader(size))
    let tree = treeBefore(first, proof)!
    for (let at = first; at < end; at += 11)
      tree = appendLeaves(tree, leaves.slice(at, Math.min(at + 11, end)))
    expect(rootOver(tree, size, proof)).toEqual(definedRoot(0, size))
  })

  test('covers at least one leaf, and only leaves that are there', async () => {
    await expect(rangeProof(2, 2, 5, reader(5))).rejects.toThrow(RangeError)
    await expect(rangeProof(2, 6, 5, reader(5))).rejects.toThrow(RangeError)
    await expect(rangeProof(-1, 2, 5, reader(5))).rejects.toThrow(RangeError)
    const empty = { leafHashes: [], first: 0, size: 1, proof: { left: [], right: [] }, root: leaves[0]! }
    expect(verifyRange(empty)).toBe(false)
  })
})
