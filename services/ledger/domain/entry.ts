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

/** Reads the canonical text of an audit entry (kernel/audit/audit-entry.ts) into its message. */
export function entryOf(text: string): AuditEntry {
  const it = JSON.parse(text)
  return create(AuditEntrySchema, {
    id: it.id,
    requestId: it.request_id,
    at: timestampOf(it.at),
    actor: create(ActorSchema, {
      kind: ACTORS.value(it.actor.kind),
      id: it.actor.id ?? '',
      name: it.actor.name ?? '',
    }),
    via: VIAS.value(it.via),
    operation: it.operation,
    outcome: OUTCOMES.value(it.outcome),
    code: it.code ?? '',
    details: it.details,
    receipts: it.receipts.map((receipt: { type: string; count: number; root: string }) => ({
      ...receipt,
      root: Buffer.from(receipt.root, 'hex'),
    })),
    text,
  })
}

const ACTORS = enumText<ActorKind>(ActorKindSchema)
const VIAS = enumText<Via>(ViaSchema)
const OUTCOMES = enumText<Outcome>(OutcomeSchema)
