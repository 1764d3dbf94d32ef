import { networkOf } from '../../services/kernel/identity/client-network.ts'
import { breakOff } from './body.ts'
import type { Exchange } from './exchange.ts'
import { RestError } from './rest-error.ts'
import { type Hold, type Shares, shares } from './shares.ts'

/**
 * Limits the memory of request bodies. It counts the bodies of callers that are not authenticated yet by address, and all
 * others by organization. Beyond either limit, the address or the organization that holds the most loses its oldest
 * unfinished body, which is answered 429.
 */
export type BodyMemory = { unauthenticated: Shares; authenticated: Shares }

export function bodyMemory(): BodyMemory {
  return { unauthenticated: shares(UNAUTHENTICATED_BYTES), authenticated: shares(AUTHENTICATED_BYTES) }
}

/** The memory of a request's body, until its answer is sent. Without an organization, the caller is not authenticated yet. */
export function holdBody(exchange: Exchange, organizationId?: string): Hold {
  const { bodies, clientAddress, request } = exchange
  const drop = (): void => breakOff(request, NO_ROOM)
  const hold =
    organizationId === undefined
      ? bodies.unauthenticated.hold(networkOf(clientAddress), drop)
      : bodies.authenticated.hold(organizationId, drop)
  exchange.body = hold
  return hold
}

export const NO_ROOM = new RestError(429, 'rate_limited', 'too many request bodies at once', {
  retryAfter: 1,
})

const MIB = 1024 * 1024
const UNAUTHENTICATED_BYTES = 48 * MIB
const AUTHENTICATED_BYTES = 128 * MIB
