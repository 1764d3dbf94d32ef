import type { Caller } from '../identity/caller.ts'
import { type Release, semaphore } from './semaphore.ts'

/** The share of a caller in work whose places organizations share. */
export type CallerPlaces = {
  /**
   * Waits for a place of the caller in its organization, then for one of the caller in all organizations.
   *
   * @returns a function that gives both back
   * @throws DomainError RATE_LIMITED when too much work of the caller waits; the reason of `signal` when it aborts
   */
  acquire(caller: Pick<Caller, 'organizationId' | 'actor'>, signal: AbortSignal): Promise<Release>
}

/**
 * Limits the work of each caller. A service client may call for every organization: without a share in all of them together it would
 * have a separate share in each, and take all places. The organizations for which it calls have equal shares in its queue.
 *
 * @param what the name of the work in refusals
 * @param places of one caller, in an organization and in all of them
 * @param waitingPerOwner how much work of a caller waits in one organization
 */
export function callerPlaces(what: string, places: number, waitingPerOwner: number): CallerPlaces {
  const common = { what, places: Number.POSITIVE_INFINITY, placesPerOwner: places, retryAfter: 1 }
  const inOrganization = semaphore({ ...common, waiting: 20_000, waitingPerOwner })
  // Only work that has a place in its organization waits here.
  const inAll = semaphore({ ...common, waiting: 20_000, waitingPerOwner: 20_000 })
  return {
    acquire: async ({ organizationId, actor }, signal) => {
      const releaseInOrganization = await inOrganization.acquire(
        `${organizationId} ${actor?.id ?? ''}`,
        signal,
      )
      try {
        const releaseInAll = await inAll.acquire(actor?.id ?? organizationId, signal)
        return () => {
          releaseInAll()
          releaseInOrganization()
        }
      } catch (refused) {
        releaseInOrganization()
        throw refused
      }
    },
  }
}
