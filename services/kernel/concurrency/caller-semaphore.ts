import type { Caller } from '../identity/caller.ts'
import { type Release, type Semaphore, semaphore } from './semaphore.ts'

/** The places of each caller. They limit no caller by what another one does. */
export type CallerSemaphore = {
  /**
   * Waits for a place of the caller. @returns a function that gives the place back, to be called once
   * @throws DomainError RATE_LIMITED when too much of the caller waits; the reason of `signal` when it aborts
   */
  acquire(caller: Pick<Caller, 'organizationId' | 'actor'>, signal: AbortSignal): Promise<Release>
}

/**
 * A caller has its places for all organizations that it acts for, since a service client may act for all of them. The organizations
 * take turns, and one of them fills at most a part of the queue.
 */
export function callerSemaphore(limits: Limits): CallerSemaphore {
  const callers = new Map<string, { places: Semaphore; inUse: number }>()
  const used = (id: string) => {
    const caller = callers.get(id) ?? { places: semaphore(limits), inUse: 0 }
    caller.inUse += 1
    callers.set(id, caller)
    const done = (): void => {
      caller.inUse -= 1
      if (caller.inUse === 0) callers.delete(id)
    }
    return { places: caller.places, done }
  }
  return {
    acquire: async ({ organizationId, actor }, signal) => {
      const { places, done } = used(actor?.id ?? '')
      try {
        const release = await places.acquire(organizationId, signal)
        let isReleased = false
        return () => {
          if (isReleased) return
          isReleased = true
          release()
          done()
        }
      } catch (refused) {
        done()
        throw refused
      }
    },
  }
}

/** `places` and `waiting` are of a caller, the others of an organization that it acts for. */
type Limits = Parameters<typeof semaphore>[0]
