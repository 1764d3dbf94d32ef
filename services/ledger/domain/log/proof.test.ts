import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consistencyProof, inclusionProof, rangeProof } from './proof.ts'
import { definedConsistency, definedPath, definedRoot, definedSiblings, MAX_SIZE } from './tree.fixture.ts'

/** Reads nodes as the definition computes them. It refuses nodes that are not complete in the tree of `size`. */
function reader(size: number) {
  return (level: number, index: number) => {
    const [start, end] = [index * 2 ** level, (index + 1) * 2 ** level]
    if (end > size) throw new Error(`node ${level}/${index} is not complete at size ${size}`)
    return definedRoot(start, end)
  }
}

describe('an inclusion proof', () => {
  test('equals the definition, for leaves of every size up to 300', async () => {
    for (let size = 1; size <= MAX_SIZE; size++)
      for (let index = 0; index < size; index += size < 70 ? 1 : 13)
        expect(await inclusionProof(index, size, reader(size))).toEqual(definedPath(index, 0, size))
  })

  test('is refused for a leaf that does not exist', async () => {
    expect(() => inclusionProof(5, 5, reader(5))).toThrow(RangeError)
    expect(() => inclusionProof(-1, 5, reader(5))).toThrow(RangeError)
    expect(() => inclusionProof(0, 0, reader(0))).toThrow(RangeError)
  })
})

describe('a consistency proof', () => {
  test('equals the definition, for every pair of sizes up to 80 and samples up to 300', async () => {
    for (let to = 1; to <= MAX_SIZE; to += to < 80 ? 1 : 7)
      for (let from = 1; from <= to; from += to < 80 ? 1 : 5)
        expect(await consistencyProof(from, to, reader(to))).toEqual(definedConsistency(from, 0, to))
  })

  test('is refused from size 0 and to an earlier size', () => {
    expect(() => consistencyProof(0, 3, reader(3))).toThrow(RangeError)
    expect(() => consistencyProof(4, 3, reader(4))).toThrow(RangeError)
  })
})

describe('a range proof', () => {
  const ranges = fc
    .integer({ min: 1, max: MAX_SIZE })
    .chain((size) => fc.tuple(fc.constant(size), fc.nat({ max: size - 1 })))
    .chain(([size, first]) =>
      fc.tuple(fc.constant(size), fc.constant(first), fc.integer({ min: first + 1, max: size })),
    )

  const isDefined = async (size: number, first: number, end: number) => {
    const { left, right } = await rangeProof(first, end, size, reader(size))
    expect(left).toEqual(definedSiblings(first, size, 'left').reverse())
    expect(right).toEqual(definedSiblings(end - 1, size, 'right'))
  }

  test('has the left siblings of its first leaf and the right siblings of its last, for every range up to size 33', async () => {
    for (let size = 1; size <= 33; size++)
      for (let first = 0; first < size; first++)
        for (let end = first + 1; end <= size; end++) await isDefined(size, first, end)
  })

  test('equals the definition for random ranges up to size 300', async () => {
    await fc.assert(fc.asyncProperty(ranges, ([size, first, end]) => isDefined(size, first, end)))
  })

  test('is refused for no leaf and for leaves that do not exist', async () => {
    await expect(rangeProof(2, 2, 5, reader(5))).rejects.toThrow(RangeError)
    await expect(rangeProof(2, 6, 5, reader(5))).rejects.toThrow(RangeError)
    await expect(rangeProof(-1, 2, 5, reader(5))).rejects.toThrow(RangeError)
  })
})
