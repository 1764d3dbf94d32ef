import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry, receiptsOf } from '../audit/audit-entry.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import type { IdempotencyRecord } from '../idempotency.ts'
import type { Caller } from '../identity/caller.ts'
import { isDuplicate } from './errors.ts'
import type { RecordRow, RecordStore } from './record-store.ts'

/**
 * Commits one record, the audit entry of the call that wrote it, and the answer for the call's retries, together.
 * @throws DomainError CONFLICT when another call has appended the same version meanwhile.
 */
export async function commitRecord(
  store: Pick<RecordStore, 'append'>,
  call: { caller: Caller; at: Date },
  type: string,
  row: RecordRow,
  idempotency?: IdempotencyRecord,
): Promise<void> {
  const receipts = receiptsOf([{ type, text: row.text }])
  const entry = auditEntry({ ...call, outcome: Outcome.OK, receipts })
  try {
    await store.append({ entry, rows: [row], idempotency })
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    throw new DomainError(Reason.CONFLICT, 'it was changed by another call meanwhile; read it again', {
      cause,
    })
  }
}
