import { networkOf } from '../../../services/kernel/identity/client-network.ts'
import { RestError } from '../answers/rest-error.ts'
import { abortOnDisconnect } from '../connections/client-gone.ts'
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

/**
 * Lets a body that has been read wait for a place. Until work on it begins, others may need its memory: the organization that holds the
 * most then loses its oldest one. `signal` aborts then, and when the client disconnects.
 */
export function waitingBody(exchange: Exchange): WaitingBody {
  const lost = new AbortController()
  exchange.body?.offer(() => lost.abort(TOO_MANY_BODIES))
  return {
    signal: AbortSignal.any([abortOnDisconnect(exchange), lost.signal]),
    begin: () => {
      exchange.body?.keep()
      lost.signal.throwIfAborted()
    },
  }
}

type WaitingBody = {
  signal: AbortSignal
  /** Called once the place is there. @throws RestError 429 where the memory was lost meanwhile */
  begin(): void
}

export const TOO_MANY_BODIES = new RestError(429, 'rate_limited', 'too many request bodies at once', {
  retryAfter: 1,
})
