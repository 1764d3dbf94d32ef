import { networkOf } from '../../../services/kernel/identity/client-network.ts'
import { RestError } from '../answers/rest-error.ts'
import type { Exchange } from '../exchange.ts'
import { type BodyHold, breakOff } from './body.ts'

/**
 * Holds the memory and the turns of a request's body until its answer is sent. Without an organization, the caller is not
 * authenticated yet.
 */
export function holdBody(exchange: Exchange, organizationId?: string): BodyHold {
  const { bodies, clientAddress, request } = exchange
  const owner = organizationId ?? networkOf(clientAddress)
  const share = organizationId === undefined ? bodies.unauthenticated : bodies.authenticated
  const hold = share.hold(owner, () => breakOff(request, TOO_MANY_BODIES))
  exchange.body = hold
  return { ...hold, wait: (read) => bodies.turns.wait(owner, read) }
}

export const TOO_MANY_BODIES = new RestError(429, 'rate_limited', 'too many request bodies at once', {
  retryAfter: 1,
})
