import { Unreachable } from './errors.ts'
import type { GateDecision } from './types.ts'

/**
 * Returns the answer as a decision. An answer that is not a decision, such as JSON of a proxy, MUST be refused: a caller that
 * only looks for `block` would take it for a pass.
 *
 * @param aiSystemId the AI system that the decision must be about; undefined where it was asked for by name
 * @throws Unreachable the answer is not a decision, or is about another AI system
 */
export function decisionOf(answer: unknown, aiSystemId?: string): GateDecision {
  const given = (answer ?? {}) as Partial<GateDecision>
  const isAsked = aiSystemId === undefined || given.ai_system_id === aiSystemId.toLowerCase()
  if (!isAsked || !isConsistent(given))
    throw new Unreachable('the answer is not a decision about this AI system')
  return answer as GateDecision
}

/** Whether the answer has the fields of a decision. A block has reasons; a pass has nothing that blocks in any field. */
function isConsistent(given: Partial<GateDecision>): boolean {
  const {
    decision,
    decision_id,
    reasons,
    reason_details: details,
    missing_attestation_roles: roles = [],
  } = given
  if (!Array.isArray(reasons) || !Array.isArray(details) || !Array.isArray(roles)) return false
  const codes: unknown[] = details.map((one) => one?.code)
  if (![decision_id, ...reasons, ...codes].every(isWord)) return false
  if (!details.every((one) => typeof one.message === 'string')) return false
  if (decision === 'pass') return reasons.length + details.length + roles.length === 0
  return decision === 'block' && reasons.length > 0
}

const isWord = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
