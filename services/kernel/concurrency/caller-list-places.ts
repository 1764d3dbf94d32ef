import type { Caller } from '../identity/caller.ts'
import { type ListPlace, listPlaces } from './list-places.ts'
import { semaphore } from './semaphore.ts'

/** Places for the lists of service clients. */
export type CallerListPlaces = {
  /**
   * Waits for a place among the lists of its organization.
   *
   * @throws DomainError RATE_LIMITED when too many lists of the caller wait; the reason of `signal` when it aborts
   */
  acquire(caller: Pick<Caller, 'organizationId' | 'actor'>, signal: AbortSignal): Promise<ListPlace>
}

/**
 * Limits the lists of service clients (list-places.ts). The callers of an organization take turns: hundreds of lists of one caller
 * wait for each other and do not delay or refuse those of others.
 */
export function callerListPlaces(): CallerListPlaces {
  const callers = semaphore({
    what: 'lists',
    places: Number.POSITIVE_INFINITY,
    placesPerOwner: PLACES,
    waiting: 20_000,
    waitingPerOwner: 200,
    retryAfter: 1,
  })
  const lists = listPlaces()
  return {
    acquire: async ({ organizationId, actor }, signal) => {
      const release = await callers.acquire(`${organizationId} ${actor?.id ?? ''}`, signal)
      try {
        const place = await lists.acquire(organizationId, signal)
        return {
          ...place,
          done: (bytes) => {
            place.done(bytes)
            release()
          },
        }
      } catch (refused) {
        release()
        throw refused
      }
    },
  }
}

/** As many as an organization may have. */
const PLACES = 2
