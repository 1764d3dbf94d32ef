import { expect, test } from 'vitest'
import { leafHash } from '../../../kernel/crypto/merkle.ts'
import { LogCheck } from './log-check.ts'
import { Problems } from './log-problem.ts'
import { appendLeaves, EMPTY_TREE, treeRoot } from './tree.ts'

const ORG = '01900000-0000-7000-8000-000000000001'

test('the differing leaves of a truncated and regrown log begin after the last common checkpoint', () => {
  const common = [leaf(0), leaf(1)]
  const now = [...common, leaf(2)]
  const before = [...common, leaf(2, 'gone')]
  const checkpoint = (leaves: typeof now) => ({
    size: leaves.length,
    root: treeRoot(
      appendLeaves(
        EMPTY_TREE,
        leaves.map(({ hash }) => hash),
      ),
    ),
  })
  const problems = new Problems()
  const known = [
    { ...checkpoint(common), kept: 'outside the database' as const },
    { ...checkpoint(before), kept: 'outside the database' as const },
    { ...checkpoint(now), kept: 'in the database' as const },
  ]
  for (const order of [known, known.toReversed()]) new LogCheck(ORG, order, problems).leaves(now)
  expect(problems.list.map(({ code, index }) => ({ code, index }))).toEqual([
    { code: 'checkpoint_differs', index: 2 },
    { code: 'checkpoint_differs', index: 2 },
  ])
})

function leaf(index: number, word = 'kept') {
  const entryId = `01900000-0000-7000-8000-00000000010${index}`
  const at = Date.parse('2026-01-02T03:04:05.678Z') + index
  const entry = JSON.stringify({
    at: new Date(at).toISOString(),
    id: entryId,
    organization_id: ORG,
    receipts: [],
    word,
  })
  return { index, entryId, at, hash: leafHash(entry), entry }
}
