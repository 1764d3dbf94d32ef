import { create } from '@bufbuild/protobuf'
import { type GateDecision, GateDecisionSchema } from '../../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { isoTime, timestampOf } from '../../../kernel/values/time.ts'
import { BLOCK_REASONS, VERDICTS } from '../words.ts'
import { type DecisionRecord, derive } from './replay.ts'
import type { Snapshot } from './snapshot.ts'

/** A snapshot and its RFC 8785 text. */
export type LockedSnapshot = { snapshot: Snapshot; text: string }

/** Returns a snapshot with the text that is stored and hashed. */
export function locked(snapshot: Snapshot): LockedSnapshot {
  return { snapshot, text: canonicalJson(snapshot) }
}

/**
 * Makes a decision and its stored RFC 8785 text (docs/gate-rules.md, "The decision record"). The text embeds that of the
 * snapshot, which was hashed.
 */
export function decisionRecord(
  id: string,
  { snapshot, text }: LockedSnapshot,
  at: Date,
): { decision: GateDecision; text: string } {
  const decision = decisionMessage({ ...derive(snapshot, text), id, decided_at: isoTime(at) })
  return { decision, text: records.write(snapshot.organization_id, decision, { snapshot: text }) }
}

/** Reads a record back, without its snapshot. */
export function decisionOf(record: string): GateDecision {
  return records.read(record)
}

const records = recordCodec(GateDecisionSchema, ['snapshot'])

/** The decision as calls answer it (docs/api.md 2.6). */
function decisionMessage(decision: Omit<DecisionRecord, 'snapshot'>): GateDecision {
  return create(GateDecisionSchema, {
    id: decision.id,
    aiSystemId: decision.ai_system_id,
    decision: VERDICTS.value(decision.decision),
    reasons: decision.reasons.map((code) => BLOCK_REASONS.value(code)),
    reasonDetails: decision.reason_details.map(({ code, message }) => ({
      code: BLOCK_REASONS.value(code),
      message,
    })),
    missingAttestationRoles: decision.missing_attestation_roles,
    ...(decision.certification_id === null ? {} : { certificationId: decision.certification_id }),
    ...(decision.eval_suite_id === null ? {} : { evalSuiteId: decision.eval_suite_id }),
    ...(decision.eval_suite_version === null ? {} : { evalSuiteVersion: decision.eval_suite_version }),
    payloadHash: decision.payload_hash,
    decidedAt: timestampOf(decision.decided_at),
  })
}
