import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import {
  type AuditEntryText,
  auditEntry,
  receiptsOf,
  type WrittenRecord,
} from '../../kernel/audit/audit-entry.ts'
import type { Call } from '../../kernel/audit/call.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { type Finding, findingRecord, onePerSubject } from './finding.ts'

/**
 * Returns what a call writes in addition to its own records: one record for each subject of its findings, and the audit entry with
 * the receipts of all records.
 */
export function writeOf(
  call: EntryOf,
  { type, texts }: { type: string; texts: string[] },
  found: Finding[],
): { entry: AuditEntryText; findings: { id: string; text: string; finding: Finding }[] } {
  const { caller, at } = call
  const findings = onePerSubject(found).map((finding) => {
    const id = mintId(at)
    return { id, finding, text: findingRecord(caller.organizationId, id, finding, at) }
  })
  const written: WrittenRecord[] = texts.map((text) => ({ type, text }))
  for (const { text } of findings) written.push({ type: 'findings', text })
  return {
    entry: auditEntry({ ...call, outcome: Outcome.OK, receipts: receiptsOf(written) }),
    findings,
  }
}

/** The call of an audit entry, and the id of the entry if the call has several entries. */
export type EntryOf = Omit<Call, 'details'> & { details?: Call['details'] | undefined; id?: string }
