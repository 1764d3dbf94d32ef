import { setImmediate as turn } from 'node:timers/promises'
import { semaphore } from '../../services/kernel/semaphore.ts'
import type { Exchange } from './exchange.ts'

/** Places for lists, which are as large as what they list: up to 12 MB, several times that while they are made. */
export type ListSemaphore = {
  /**
   * Waits for a place, which the exchange keeps until its answer is written.
   *
   * @throws DomainError RATE_LIMITED when too many lists wait; the reason of `signal` when it aborts
   */
  enter(exchange: Pick<Exchange, 'place'>, organizationId: string, signal: AbortSignal): Promise<void>
}

/**
 * Limits how many lists are made at once, so that lists that nobody reads do not fill the memory before they count as unread
 * answers. Between two lists the event loop gets turns for others: in each of them it accepts one connection.
 */
export function listSemaphore(): ListSemaphore {
  const places = semaphore({
    what: 'lists',
    places: 4,
    placesPerOwner: 2,
    waiting: 1000,
    waitingPerOwner: 200,
    retryAfter: 1,
  })
  return {
    enter: async (exchange, organizationId, signal) => {
      const leave = await places.enter(organizationId, signal)
      exchange.place = () => void afterTurns().then(leave)
    },
  }
}

async function afterTurns(): Promise<void> {
  for (let n = 0; n < TURNS; n++) await turn()
}

const TURNS = 32
