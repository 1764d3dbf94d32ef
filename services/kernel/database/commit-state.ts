import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry, receiptsOf } from '../audit/audit-entry.ts'
import type { Call } from '../audit/call.ts'
import type { Append } from './transact.ts'

/** A new version of an object whose current state is stored in a separate row. */
export type StateRecord = { type: string; table: string; id: string; version: number; text: string }

/** Appends the records of a unit of work and the call's audit entry with their receipts, in its transaction. */
export async function commitState(append: Append, call: Call, records: StateRecord[]): Promise<void> {
  const entry = auditEntry({ ...call, outcome: Outcome.OK, receipts: receiptsOf(records) })
  // Each table once: the position of a record is its place among those that the entry wrote into its table.
  const tables = Map.groupBy(records, ({ table }) => table)
  await append(
    entry,
    [...tables].map(([table, own]) => ({ table, rows: own.map(({ table: _, ...row }) => row) })),
  )
}
