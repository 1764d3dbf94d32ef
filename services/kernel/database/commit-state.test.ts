import { expect, test } from 'vitest'
import { operatorCaller } from '../identity/caller.ts'
import { commitState, type StateRecord } from './commit-state.ts'
import type { Append } from './transact.ts'

test('records of one table are appended together, each with its own position', async () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const record = (table: string, id: string): StateRecord => ({
    ...{ type: table, table, id, version: 1, text: `{"id":"${id}"}` },
  })
  const appended: Parameters<Append>[1][] = []
  const append: Append = async (_, tables) => {
    appended.push(tables)
  }
  const records = [record('users', 'a'), record('keys', 'b'), record('users', 'c')]
  await commitState(append, { caller: operatorCaller('recordFound', at), at }, records)
  expect(appended).toHaveLength(1)
  expect(appended[0]!.map(({ table, rows }) => [table, rows.map(({ id }) => id)])).toEqual([
    ['users', ['a', 'c']],
    ['keys', ['b']],
  ])
})
