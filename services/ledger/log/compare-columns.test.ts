import { expect, test } from 'vitest'
import type { RecordTable } from '../../kernel/state/rules.ts'
import { Problems } from '../domain/log/log-problem.ts'
import { compareColumns } from './compare-columns.ts'

test('compareColumns pauses before each record', async () => {
  const table = { table: 'ledger.things', columns: {} } as unknown as RecordTable
  const records = Array.from({ length: 500 }, (_, n) => ({
    ...{ id: String(n), entryId: String(n), type: 'things', position: 0 },
    ...{ record: '{}', row: {} },
  }))
  let pauses = 0
  await compareColumns(table, records, new Problems(), async () => {
    pauses += 1
  })
  expect(pauses).toBe(500)
})
