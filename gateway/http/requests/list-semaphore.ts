import { listPlaces } from '../../../services/kernel/concurrency/list-places.ts'
import type { Exchange } from '../exchange.ts'

/** The places for lists of all callers of the gateway. */
export type ListSemaphore = {
  /**
   * Waits for a place, which the exchange keeps until its answer is written.
   *
   * @throws DomainError RATE_LIMITED when too many lists wait; the reason of `signal` when it aborts
   */
  acquire(
    exchange: Pick<Exchange, 'releaseListPlace' | 'listPlace' | 'answerBytes'>,
    organizationId: string,
    signal: AbortSignal,
  ): Promise<void>
}

export function listSemaphore(): ListSemaphore {
  const places = listPlaces()
  return {
    acquire: async (exchange, organizationId, signal) => {
      const place = await places.acquire(organizationId, signal)
      exchange.releaseListPlace = () => place.done(exchange.answerBytes ?? 0)
      // The server gives the place back, once the answer is written.
      exchange.listPlace = { ...place, done: () => {} }
    },
  }
}
