import type { GateDecision } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import type { Suite } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { timeJson } from './values.ts'
import { WORDS } from './words.ts'

export function suiteJson(suite: Suite) {
  return {
    id: suite.id,
    ai_system_id: suite.aiSystemId,
    name: suite.name,
    version: suite.version,
    status: WORDS.suiteStatus.word(suite.status),
    thresholds: suite.thresholds.map((threshold) => ({
      metric_name: threshold.metricName,
      eval_type: threshold.evalType,
      operator: WORDS.operator.word(threshold.operator),
      value: threshold.value,
    })),
    superseded_by: suite.supersededBy ?? null,
    created_at: timeJson(suite.createdAt),
  }
}

export function decisionJson(decision: GateDecision) {
  return {
    decision: WORDS.verdict.word(decision.decision),
    reasons: decision.reasons.map((code) => WORDS.blockReason.word(code)),
    reason_details: decision.reasonDetails.map(({ code, message }) => ({
      code: WORDS.blockReason.word(code),
      message,
    })),
    certification_id: decision.certificationId ?? null,
    decision_id: decision.id,
    ai_system_id: decision.aiSystemId,
    eval_suite_id: decision.evalSuiteId ?? null,
    eval_suite_version: decision.evalSuiteVersion ?? null,
    payload_hash: decision.payloadHash,
    decided_at: timeJson(decision.decidedAt),
    missing_attestation_roles: decision.missingAttestationRoles,
  }
}
