import { create } from '@bufbuild/protobuf'
import { type Outcome, OutcomeSchema } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import {
  type ActorKind,
  ActorKindSchema,
  ActorSchema,
  type Via,
  ViaSchema,
} from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { type AuditEntry, AuditEntrySchema } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { timestampOf } from '../../kernel/values/time.ts'

/** The text of an audit entry, and its place in the log where it has one. */
export type LoggedEntry = { id: string; text: string; leafIndex: bigint | undefined; incidentIds: string[] }

/** Reads the canonical text of an audit entry (kernel/audit/audit-entry.ts) into its message. */
export function entryOf({ text, leafIndex, incidentIds }: LoggedEntry): AuditEntry {
  const entry = JSON.parse(text)
  return create(AuditEntrySchema, {
    id: entry.id,
    requestId: entry.request_id,
    at: timestampOf(entry.at),
    actor: create(ActorSchema, {
      kind: ACTORS.value(entry.actor.kind),
      id: entry.actor.id ?? '',
      name: entry.actor.name ?? '',
    }),
    via: VIAS.value(entry.via),
    operation: entry.operation,
    outcome: OUTCOMES.value(entry.outcome),
    code: entry.code ?? '',
    details: entry.details,
    receipts: entry.receipts.map((receipt: { type: string; count: number; root: string }) => ({
      ...receipt,
      root: Buffer.from(receipt.root, 'hex'),
    })),
    text,
    leafIndex,
    incidentIds,
  })
}

export const ACTORS = enumText<ActorKind>(ActorKindSchema)
const VIAS = enumText<Via>(ViaSchema)
export const OUTCOMES = enumText<Outcome>(OutcomeSchema)
