import type { Answered } from './exchange.ts'
import { OutboundProblem } from './problem.ts'

/**
 * Returns the answer of a witness or a time-stamp authority unless its status says that the party, or a proxy in front of it,
 * cannot answer now. Such an answer does not refuse a checkpoint: the party is asked again.
 *
 * @throws OutboundProblem for the status 429, 502, 503 or 504
 */
export function requireAvailable(answer: Answered): Answered {
  if (AWAY.has(answer.status)) throw new OutboundProblem(`answered with status ${answer.status}`)
  return answer
}

/** Too many requests, and the statuses by which a proxy says that what is behind it does not answer (RFC 9110, RFC 6585). */
const AWAY: ReadonlySet<number> = new Set([429, 502, 503, 504])
