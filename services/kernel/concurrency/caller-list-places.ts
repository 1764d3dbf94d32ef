import type { Caller } from '../identity/caller.ts'
import { callerPlaces } from './caller-places.ts'
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
 * Limits the lists of service clients (list-places.ts). The callers of an organization take turns: hundreds of lists of one caller
 * wait for each other and do not delay or refuse those of others. A client that calls for every organization has half of the places.
 */
export function callerListPlaces(): CallerListPlaces {
  const callers = callerPlaces('lists', PLACES, 200)
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

/** As many as an organization may have, and half of all. */
const PLACES = 2
