import type { Caller } from '../identity/caller.ts'
import { callerSemaphore } from './caller-semaphore.ts'
import { type ListPlace, listPlaces } from './list-places.ts'

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
 * Limits the lists of service clients (list-places.ts). Hundreds of lists of one caller wait for each other and do not delay or
 * refuse those of others, for however many organizations it acts.
 */
export function callerListPlaces(): CallerListPlaces {
  const callers = callerSemaphore({
    what: 'lists',
    places: PLACES,
    placesPerOwner: PLACES_PER_ORGANIZATION,
    waiting: 800,
    waitingPerOwner: 200,
    retryAfter: 1,
  })
  const lists = listPlaces()
  return {
    acquire: async (caller, signal) => {
      const release = await callers.acquire(caller, signal)
      try {
        const place = await lists.acquire(caller.organizationId, signal)
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

/** One less than there are in all. */
const PLACES = 3
/** As many as an organization may have. */
const PLACES_PER_ORGANIZATION = 2
