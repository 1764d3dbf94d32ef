import { describe, expect, test } from 'vitest'
import { perfectRoot, sourceOf, stored } from './tiles.ts'
import { definedRoot, leaves, MAX_SIZE } from './tree.fixture.ts'
import { appendLeaves, EMPTY_TREE, type TreeNode } from './tree.ts'

describe('a tree node that is not stored', () => {
  test('is the hash of at most 128 stored ones', () => {
    for (let level = 0; level < 40; level++) {
      const source = sourceOf({ level, index: 3 })
      expect(source.level === 0 || stored(source.level)).toBe(true)
      expect(source.end - source.start).toBeLessThanOrEqual(128)
      expect(source.start * 2 ** source.level).toBe(3 * 2 ** level)
    }
  })

  test('has the hash by definition', () => {
    const kept: TreeNode[] = []
    appendLeaves(
      EMPTY_TREE,
      leaves,
      (node) => void ((node.level === 0 || stored(node.level)) && kept.push(node)),
    )
    expect(kept.length).toBe(MAX_SIZE + 1)
    for (let level = 0; 2 ** level <= MAX_SIZE; level++) {
      const { level: base, start, end } = sourceOf({ level, index: 0 })
      const hashes = kept.filter((node) => node.level === base && node.index >= start && node.index < end)
      expect(perfectRoot(hashes.map(({ hash }) => hash))).toEqual(definedRoot(0, 2 ** level))
    }
  })
})
