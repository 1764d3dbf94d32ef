import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leafHash } from '../../../kernel/crypto/merkle.ts'
import { definedRoot, leaves, MAX_SIZE } from './tree.fixture.ts'
import {
  appendLeaves,
  type CompactTree,
  decodeTree,
  EMPTY_TREE,
  encodeFrontier,
  perfectSubtrees,
  type TreeNode,
  treeRoot,
} from './tree.ts'

describe('a compact tree', () => {
  test('has the root hash by definition at every size from 0 to 300', () => {
    let tree = EMPTY_TREE
    expect(treeRoot(tree).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    for (let size = 1; size <= MAX_SIZE; size++) {
      tree = appendLeaves(tree, [leaves[size - 1]!])
      expect(tree.size).toBe(size)
      expect(treeRoot(tree)).toEqual(definedRoot(0, size))
    }
  })

  test('has the root hashes of the Certificate Transparency reference vectors', () => {
    // The inputs and roots that the reference implementations of RFC 6962 test with.
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ]
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]
    let tree = EMPTY_TREE
    for (const [at, input] of inputs.entries()) {
      tree = appendLeaves(tree, [leafHash(Buffer.from(input, 'hex'))])
      expect(treeRoot(tree).toString('hex')).toBe(roots[at])
    }
  })

  test('does not depend on its batches, nor on being stored in between', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }), (batches) => {
        let tree: CompactTree = EMPTY_TREE
        for (const batch of batches) {
          const before = { size: tree.size, frontier: [...tree.frontier] }
          const next = appendLeaves(tree, leaves.slice(tree.size, tree.size + batch))
          expect(tree).toEqual(before)
          tree = decodeTree(next.size, encodeFrontier(next))
        }
        expect(treeRoot(tree)).toEqual(definedRoot(0, tree.size))
      }),
    )
  })

  test('emits every complete node exactly once, children before parents', () => {
    const nodes: TreeNode[] = []
    const half = appendLeaves(EMPTY_TREE, leaves.slice(0, 97), (node) => nodes.push(node))
    appendLeaves(half, leaves.slice(97), (node) => nodes.push(node))
    const seen = new Set<string>()
    for (const { level, index, hash } of nodes) {
      const width = 2 ** level
      expect(hash).toEqual(definedRoot(index * width, (index + 1) * width))
      if (level > 0) expect(seen).toContain(`${level - 1}/${index * 2 + 1}`)
      seen.add(`${level}/${index}`)
    }
    let complete = 0
    for (let width = 1; width <= MAX_SIZE; width *= 2) complete += Math.floor(MAX_SIZE / width)
    expect([nodes.length, seen.size]).toEqual([complete, complete])
  })

  test('counts past 2^32 leaves', () => {
    const size = 2 ** 33 + 2 ** 32 + 1
    const frontier = Buffer.concat(leaves.slice(0, 3))
    const tree = appendLeaves(decodeTree(size, frontier), [leaves[3]!])
    expect(tree.size).toBe(size + 1)
    expect(perfectSubtrees(0, tree.size)).toEqual([
      { level: 33, index: 0 },
      { level: 32, index: 2 },
      { level: 1, index: (2 ** 33 + 2 ** 32) / 2 },
    ])
    expect(encodeFrontier(tree)).toHaveLength(3 * 32)
  })

  test('refuses a frontier of another size', () => {
    expect(() => decodeTree(3, Buffer.alloc(32))).toThrow(RangeError)
    expect(() => decodeTree(4, Buffer.alloc(64))).toThrow(RangeError)
    expect(() => decodeTree(1, Buffer.alloc(31))).toThrow(RangeError)
    expect(() => decodeTree(-1, Buffer.alloc(0))).toThrow(RangeError)
    expect(() => decodeTree(2 ** 53, Buffer.alloc(32))).toThrow(RangeError)
  })
})

describe('the perfect subtrees of a range', () => {
  test('are the fewest aligned ones that cover it exactly', () => {
    for (let start = 0; start <= 66; start++)
      for (let end = start; end <= 66; end++) {
        let at = start
        const nodes = perfectSubtrees(start, end)
        for (const { level, index } of nodes) {
          expect(index * 2 ** level).toBe(at)
          at += 2 ** level
        }
        expect(at).toBe(end)
        for (const [i, node] of nodes.entries()) {
          const next = nodes[i + 1]
          // Two that are siblings would have been one.
          if (next?.level === node.level) expect(node.index % 2).toBe(1)
        }
      }
  })
})
