import { setImmediate as turn } from 'node:timers/promises'
import { type Release, semaphore } from '../../../services/kernel/concurrency/semaphore.ts'
import type { Exchange } from '../exchange.ts'

/** Places for lists. A list may have 12 MB, and takes several times as much memory while it is made. */
export type ListSemaphore = {
  /**
   * Waits for a place, which the exchange keeps until its answer is written.
   *
   * @throws DomainError RATE_LIMITED when too many lists wait; the reason of `signal` when it aborts
   */
  acquire(
    exchange: Pick<Exchange, 'place' | 'answerBytes'>,
    organizationId: string,
    signal: AbortSignal,
  ): Promise<void>
}

/**
 * Limits how many lists are made at once, so that lists that nobody reads do not fill the memory before they count as unread
 * answers. The size of a list is known only once it is made. An organization that had a large one among its last lists therefore
 * makes one at a time, and all such organizations together make two. Between two lists the event loop gets turns for other work; in
 * each turn it accepts one connection.
 */
export function listSemaphore(): ListSemaphore {
  const common = { what: 'lists', waiting: 1000, waitingPerOwner: 200, retryAfter: 1 }
  const places = semaphore({ ...common, places: 4, placesPerOwner: 2 })
  const placesOfLarge = semaphore({ ...common, places: 2, placesPerOwner: 1 })
  const large = recentlyLarge()
  return {
    acquire: async (exchange, organizationId, signal) => {
      const releaseLarge = large.has(organizationId)
        ? await placesOfLarge.acquire(organizationId, signal)
        : undefined
      let release: Release
      try {
        release = await places.acquire(organizationId, signal)
      } catch (refused) {
        releaseLarge?.()
        throw refused
      }
      exchange.place = () => {
        large.note(organizationId, exchange.answerBytes ?? 0)
        void afterTurns().then(() => {
          release()
          releaseLarge?.()
        })
      }
    },
  }
}

/** Organizations that had a large list among their last `LISTS`. */
function recentlyLarge() {
  const left = new Map<string, number>()
  return {
    has: (organizationId: string): boolean => left.has(organizationId),
    note: (organizationId: string, bytes: number): void => {
      const lists = bytes >= LARGE_BYTES ? LISTS : (left.get(organizationId) ?? 0) - 1
      if (lists > 0) left.set(organizationId, lists)
      else left.delete(organizationId)
    },
  }
}

async function afterTurns(): Promise<void> {
  for (let n = 0; n < TURNS; n++) await turn()
}

const TURNS = 32
const LARGE_BYTES = 2 * 1024 * 1024
const LISTS = 16
