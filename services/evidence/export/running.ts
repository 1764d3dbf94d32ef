import { type Release, semaphore } from '../../kernel/concurrency/semaphore.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/** The exports in progress. Each holds a database connection and uses a processor. */
export type Running = {
  /**
   * An organization without an export in progress waits for a place. One that has an export in progress does not.
   *
   * @throws DomainError RATE_LIMITED when the organization has 2 in progress, or no place became free in time; the reason of
   *   `signal` when it aborts
   */
  acquire(organizationId: string, signal: AbortSignal): Promise<Release>
  /** Makes `settled` wait for a last write. */
  ending(write: Promise<void>): void
  settled(): Promise<void>
}

/** @param waitMs how long an organization waits for its first place */
export function running(waitMs = WAIT_MS): Running {
  // One place each: no organization can hold more of these, however slowly its receivers read.
  const first = semaphore({ ...COMMON, places: 6, placesPerOwner: 1, waiting: 50, waitingPerOwner: 1 })
  const further = semaphore({ ...COMMON, places: 2, placesPerOwner: 1, waiting: 0, waitingPerOwner: 0 })
  /** How many exports of an organization are in progress or wait. */
  const begun = new Map<string, number>()
  const endings = new Set<Promise<void>>()

  const begin = (organizationId: string): Release => {
    const others = begun.get(organizationId) ?? 0
    begun.set(organizationId, others + 1)
    return () => {
      const left = begun.get(organizationId)! - 1
      if (left === 0) begun.delete(organizationId)
      else begun.set(organizationId, left)
    }
  }
  return {
    acquire: async (organizationId, signal) => {
      signal.throwIfAborted()
      const isFirst = !begun.has(organizationId)
      const end = begin(organizationId)
      try {
        const free = first.tryAcquire(organizationId) ?? further.tryAcquire(organizationId)
        const release = free ?? (isFirst ? await waitFor(first, organizationId, signal, waitMs) : undefined)
        if (release === undefined) throw tooMany()
        return once(() => {
          end()
          release()
        })
      } catch (error) {
        end()
        throw error
      }
    },
    ending: (write) => {
      const done = write.then(
        () => {},
        () => {},
      )
      endings.add(done)
      void done.then(() => endings.delete(done))
    },
    settled: async () => {
      await Promise.all(endings)
    },
  }
}

/** @returns undefined when no place became free in time. @throws the reason of `signal` when it aborts */
async function waitFor(
  places: ReturnType<typeof semaphore>,
  organizationId: string,
  signal: AbortSignal,
  ms: number,
): Promise<Release | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await places.acquire(organizationId, AbortSignal.any([signal, late.signal]))
  } catch (error) {
    if (late.signal.aborted && !signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function once(release: Release): Release {
  let released = false
  return () => {
    if (released) return
    released = true
    release()
  }
}

function tooMany(): DomainError {
  return new DomainError(Reason.RATE_LIMITED, 'too many exports are under way: try again later', {
    details: { retry_after: COMMON.retryAfter },
  })
}

const COMMON = { what: 'exports', retryAfter: 30 }
const WAIT_MS = 20_000
