import { Unreachable } from './errors.ts'
import type { GateDecision } from './types.ts'

/**
 * The answer as a decision. What is none, such as a page of JSON of a proxy, MUST NOT be read as one by a caller that looks for `block` alone.
 *
 * @param aiSystemId the AI system that it must be about, where it was asked for by its id
 * @throws Unreachable
 */
export function decisionOf(answer: unknown, aiSystemId?: string): GateDecision {
  const given = (answer ?? {}) as Partial<GateDecision>
  const isAsked = aiSystemId === undefined || given.ai_system_id === aiSystemId.toLowerCase()
  if (!isAsked || !isConsistent(given))
    throw new Unreachable('the answer is no decision about this AI system')
  return answer as GateDecision
}

/** A decision has an id, and a pass has nothing that blocks, in no field. */
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
