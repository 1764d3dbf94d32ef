import type { PoolClient } from 'pg'
import { Outcome } from '../../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { type AuditEntryText, auditEntry, receiptsOf } from '../../../kernel/audit/audit-entry.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import { ownTurn } from '../../../kernel/concurrency/event-loop.ts'
import { APPEND_SQL, entryValues, insertSql, rowValues } from '../../../kernel/database/record-store.ts'
import { answerDetails, type IdempotencyRecord } from '../../../kernel/idempotency/idempotency.ts'

/** A record that a call writes, and its table. */
export type Written = { type: string; table: string; row: { id: string; version: number; text: string } }

/**
 * Appends records, the audit entry with their receipts and the answer for the call's retries, in the transaction. Hashing and sending a
 * large record each have a turn of the event loop of their own.
 *
 * @param options.id the id of the entry, where the call has more than one
 */
export async function write(
  client: PoolClient,
  call: Call,
  records: Written[],
  { id, idempotency }: { id?: string | undefined; idempotency?: IdempotencyRecord | undefined } = {},
): Promise<void> {
  const isLarge = records.some(({ row }) => row.text.length > LARGE)
  if (isLarge) await ownTurn()
  const receipts = receiptsOf(records.map(({ type, row }) => ({ type, text: row.text })))
  const details = { ...call.details, ...(idempotency && (await answerDetails(idempotency))) }
  const entry = auditEntry({
    ...call,
    outcome: Outcome.OK,
    receipts,
    details,
    ...(id === undefined ? {} : { id }),
  })
  // First: a retry is refused here, and writes no record that has to be undone.
  if (idempotency !== undefined) await client.query(STORE_ANSWER, await answerValues(entry, idempotency))
  for (const { table, row } of records) {
    if (isLarge) await ownTurn()
    await client.query(insertSql(table), rowValues([{ entry, rows: [row] }]))
  }
  await client.query(APPEND_SQL, entryValues([entry]))
}

async function answerValues(
  { organizationId, id }: AuditEntryText,
  { keyHash, requestHash, answer }: IdempotencyRecord,
): Promise<unknown[]> {
  return [organizationId, keyHash, await requestHash(), id, answer]
}

const STORE_ANSWER = 'select ledger.store_logged_answer($1, $2, $3, $4, $5)'

/** In characters. */
const LARGE = 256 * 1024
