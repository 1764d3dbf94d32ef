import { Unreachable } from './errors.ts'
import type { GateDecision } from './types.ts'

/**
 * The answer as a decision. What is none, such as a page of JSON of a proxy, MUST NOT be read as one by a caller that looks for `block` alone.
 *
 * @param aiSystemId the AI system that it must be about, where it was asked for by its id
 * @throws Unreachable
 */
export function decisionOf(answer: unknown, aiSystemId?: string): GateDecision {
  const { decision, reasons, ai_system_id: about } = (answer ?? {}) as Partial<GateDecision>
  const isAsked = aiSystemId === undefined || about === aiSystemId.toLowerCase()
  if (!Array.isArray(reasons) || decision !== (reasons.length === 0 ? 'pass' : 'block') || !isAsked)
    throw new Unreachable('the answer is no decision about this AI system')
  return answer as GateDecision
}
