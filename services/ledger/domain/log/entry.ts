import { type Outcome, OutcomeSchema } from '../../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { type ActorKind, ActorKindSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { AuditEntry } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { auditRecords } from '../../../kernel/audit/audit-entry.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'

/** The text of an audit entry, and its place in the log where it has one. */
export type LoggedEntry = { id: string; text: string; leafIndex: bigint | undefined; incidentIds: string[] }

/** Reads the canonical text of an audit entry (kernel/audit/audit-entry.ts) into its message. */
export function entryOf({ text, leafIndex, incidentIds }: LoggedEntry): AuditEntry {
  const entry: AuditEntry = { ...auditRecords.read(text), text, incidentIds }
  return leafIndex === undefined ? entry : { ...entry, leafIndex }
}

export const ACTORS = enumText<ActorKind>(ActorKindSchema)
export const OUTCOMES = enumText<Outcome>(OutcomeSchema)
