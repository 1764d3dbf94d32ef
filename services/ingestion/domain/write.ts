import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import {
  type AuditEntryText,
  auditEntry,
  receiptsOf,
  type WrittenRecord,
} from '../../kernel/audit/audit-entry.ts'
import type { ErrorDetails } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { type Finding, findingRecord, onePerSubject } from './finding.ts'

/**
 * The writes of a call beside its own records: the records of its findings, one a subject, and the audit entry with the receipts
 * of all records.
 *
 * @param more `id` of the audit entry, where the call has further ones; `details` of the entry
 */
export function writeOf(
  caller: Caller,
  at: Date,
  type: string,
  texts: string[],
  found: Finding[],
  more: { id?: string; details?: ErrorDetails | undefined } = {},
): { entry: AuditEntryText; findings: { id: string; text: string; finding: Finding }[] } {
  const findings = onePerSubject(found).map((finding) => {
    const id = mintId(at)
    return { id, finding, text: findingRecord(caller.organizationId, id, finding, at) }
  })
  const written: WrittenRecord[] = texts.map((text) => ({ type, text }))
  for (const { text } of findings) written.push({ type: 'findings', text })
  return {
    entry: auditEntry({ caller, at, outcome: Outcome.OK, receipts: receiptsOf(written), ...more }),
    findings,
  }
}
