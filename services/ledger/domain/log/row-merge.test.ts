import { expect, test } from 'vitest'
import { merged } from './row-merge.ts'

/** A side with these groups, and whether it was closed. */
function side(...groups: string[]) {
  const closed = { is: false }
  async function* rows() {
    try {
      for (const group of groups) yield { group }
    } finally {
      closed.is = true
    }
  }
  return { rows: rows(), closed }
}

const pairsOf = async (left: string[], right: string[]) =>
  (await Array.fromAsync(merged(side(...left).rows, side(...right).rows))).map((pair) => [
    pair.group,
    pair.left?.group,
    pair.right?.group,
  ])

test('merged gives each group once, with both sides’ rows', async () => {
  expect(await pairsOf(['a', 'c', 'd'], ['b', 'c', 'e'])).toEqual([
    ['a', 'a', undefined],
    ['b', undefined, 'b'],
    ['c', 'c', 'c'],
    ['d', 'd', undefined],
    ['e', undefined, 'e'],
  ])
  expect(await pairsOf([], ['a', 'b'])).toEqual([
    ['a', undefined, 'a'],
    ['b', undefined, 'b'],
  ])
  expect(await pairsOf([''], [])).toEqual([['', '', undefined]])
  expect(await pairsOf([], [])).toEqual([])
})

test('merged orders groups by their bytes, as the database does, not by UTF-16', async () => {
  const [below, above] = ['\uffee', '😀']
  expect([below, above].toSorted()).toEqual([above, below])
  expect(await pairsOf([above], [below])).toEqual([
    [below, undefined, below],
    [above, above, undefined],
  ])
})

test('a reader of merged that stops closes both sides', async () => {
  const [left, right] = [side('a', 'b'), side('a')]
  for await (const _ of merged(left.rows, right.rows)) break
  expect([left.closed.is, right.closed.is]).toEqual([true, true])
})
