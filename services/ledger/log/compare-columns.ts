import { differingColumns } from '../../kernel/state/compare.ts'
import { type RecordObject, type RecordTable, recordOf } from '../../kernel/state/rules.ts'
import type { Problems } from '../domain/log/log-problem.ts'
import type { StoredRecord } from '../domain/log/receipt-check.ts'

/** Yields to other work. @throws the reason of the signal once nobody waits for the verification */
export type Pause = () => Promise<void> | undefined

/** Compares the columns that repeat a record with its text. Text that is not JSON has no receipt, and is reported for that. */
export async function compareColumns(
  { table, columns }: RecordTable,
  records: readonly StoredRecord[],
  problems: Problems,
  pause: Pause,
): Promise<void> {
  for (const { id, entryId, record, row } of records) {
    const wait = pause()
    if (wait !== undefined) await wait
    const recorded = parsed(record)
    if (recorded === undefined) continue
    for (const field of differingColumns(columns, row, recorded)) {
      const message = `${table} id=${id}: ${field} is not what the record says`
      problems.add({ code: 'record_misfiled', message, entryId, table, row: `id=${id}`, field })
    }
  }
}

function parsed(record: string): RecordObject | undefined {
  try {
    return recordOf(record)
  } catch {
    return undefined
  }
}
