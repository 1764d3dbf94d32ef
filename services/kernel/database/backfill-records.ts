import type { EntityManager } from '@mikro-orm/postgresql'
import type { Call } from '../audit/call.ts'
import { systemCall } from '../audit/system-call.ts'
import type { Clock } from '../clock.ts'
import { commitState, type StateRecord } from './commit-state.ts'
import type { Database } from './database.ts'
import { transact } from './transact.ts'

/** A row of current state that its newest record does not describe in full. */
type FoundRow = { org_id: string; id: string; version: number }

/**
 * Records rows of current state whose records, written by an earlier version, lack values that verification compares. The new
 * records have the values of the rows at this time, which may differ from earlier values. The rows of an organization are recorded
 * in its log, with the operation `recordFound` of the system.
 *
 * @param find SQL of up to 100 such rows, in order of `org_id`; rows that were recorded are not found again
 * @param record makes the next version of a row, which it locks; undefined where another process was first
 */
export async function backfillRecords(
  db: Database,
  clock: Clock,
  find: string,
  record: (em: EntityManager, row: FoundRow, call: Call) => Promise<StateRecord | undefined>,
): Promise<void> {
  for (;;) {
    const rows = await db.query<FoundRow>({ text: find })
    if (rows.length === 0) return
    for (const [organizationId, own] of Map.groupBy(rows, ({ org_id }) => org_id)) {
      const call = systemCall('recordFound', organizationId, clock.now())
      await transact(db, async (em, append) => {
        const records: StateRecord[] = []
        for (const row of own) {
          const found = await record(em, row, call)
          if (found !== undefined) records.push(found)
        }
        if (records.length > 0) await commitState(append, call, records)
      })
    }
  }
}
