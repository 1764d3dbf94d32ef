import { networkOf } from '../../services/kernel/identity/client-network.ts'
import { type MemoryBudget, memoryBudget } from '../../services/kernel/memory-budget.ts'
import { type BodyHold, breakOff } from './body.ts'
import { type BodyScheduler, bodyScheduler } from './body-scheduler.ts'
import type { Exchange } from './exchange.ts'
import { RestError } from './rest-error.ts'

/**
 * Limits the memory of request bodies. It counts the bodies of callers that are not authenticated yet by address, and all
 * others by organization. Beyond either limit, the address or the organization that holds the most loses its oldest
 * unfinished body, which is answered 429.
 */
export type BodyBudgets = { unauthenticated: MemoryBudget; authenticated: MemoryBudget; turns: BodyScheduler }

export function bodyBudgets(): BodyBudgets {
  return {
    unauthenticated: memoryBudget(UNAUTHENTICATED_BYTES),
    authenticated: memoryBudget(AUTHENTICATED_BYTES),
    turns: bodyScheduler(READ_PER_TURN),
  }
}

/** The memory and the turns of a request's body, until its answer is sent. Without an organization, the caller is not authenticated yet. */
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

/** Bodies that one turn of the event loop reads further, 64 KiB to 128 KiB each. */
const READ_PER_TURN = 4
const MIB = 1024 * 1024
const UNAUTHENTICATED_BYTES = 48 * MIB
const AUTHENTICATED_BYTES = 128 * MIB
