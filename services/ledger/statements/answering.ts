import type { Answered } from '../outbound/exchange.ts'
import { OutboundProblem } from '../outbound/problem.ts'

/**
 * Returns an answer of a party. Where its status says that the party, or a proxy before it, cannot answer now, that is no refusal
 * of a checkpoint.
 *
 * @throws OutboundProblem
 */
export function answering(answer: Answered): Answered {
  if (AWAY.has(answer.status)) throw new OutboundProblem(`answered with status ${answer.status}`)
  return answer
}

/** Too many requests, and the statuses by which a proxy says that what is behind it does not answer (RFC 9110, RFC 6585). */
const AWAY: ReadonlySet<number> = new Set([429, 502, 503, 504])
