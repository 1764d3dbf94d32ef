import type { GateDecision } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import type { Suite } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { timeJson } from './values.ts'
import { WORDS } from './words.ts'

export function suiteJson(it: Suite) {
  return {
    id: it.id,
    ai_system_id: it.aiSystemId,
    name: it.name,
    version: it.version,
    status: WORDS.suiteStatus.word(it.status),
    thresholds: it.thresholds.map((threshold) => ({
      metric_name: threshold.metricName,
      eval_type: threshold.evalType,
      operator: WORDS.operator.word(threshold.operator),
      value: threshold.value,
    })),
    superseded_by: it.supersededBy ?? null,
    created_at: timeJson(it.createdAt),
  }
}

export function decisionJson(it: GateDecision) {
  return {
    decision: WORDS.verdict.word(it.decision),
    reasons: it.reasons.map((code) => WORDS.blockReason.word(code)),
    reason_details: it.reasonDetails.map(({ code, message }) => ({
      code: WORDS.blockReason.word(code),
      message,
    })),
    certification_id: it.certificationId ?? null,
    decision_id: it.id,
    ai_system_id: it.aiSystemId,
    eval_suite_id: it.evalSuiteId ?? null,
    eval_suite_version: it.evalSuiteVersion ?? null,
    payload_hash: it.payloadHash,
    decided_at: timeJson(it.decidedAt),
    missing_attestation_roles: it.missingAttestationRoles,
  }
}
