import { type Release, type Semaphore, semaphore } from '../../kernel/concurrency/semaphore.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/** The exports in progress. Each holds a database connection and uses a processor. */
export type Running = {
  /**
   * An organization without an export in progress waits for a place. One that has an export in progress does not. While an
   * organization waits, the export whose receiver is furthest behind gives way: one for each that waits.
   *
   * @throws DomainError RATE_LIMITED when the organization has 2 in progress, or no place became free in time; the reason of
   *   `signal` when it aborts
   */
  acquire(organizationId: string, signal: AbortSignal, receiver: Receiver): Promise<Release>
  /** Makes `settled` wait for a last write. */
  ending(write: Promise<void>): void
  settled(): Promise<void>
}

/** Who reads an export. */
export type Receiver = {
  /** By how much it is too slow to keep its place while others wait, in milliseconds; not positive where it is not. */
  behindMs(): number
  /** Ends its export. */
  giveWay(): void
}

/** @param waitMs how long an organization waits for its first place */
export function running(waitMs = WAIT_MS): Running {
  // One place each: no organization can hold more of these, however slowly its receivers read.
  const first = semaphore({ ...COMMON, places: 6, placesPerOwner: 1, waiting: 50, waitingPerOwner: 1 })
  const further = semaphore({ ...COMMON, places: 2, placesPerOwner: 1, waiting: 50, waitingPerOwner: 1 })
  /** How many exports of an organization are in progress or wait. */
  const begun = new Map<string, number>()
  const slowest = givingWay()
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
    acquire: async (organizationId, signal, receiver) => {
      signal.throwIfAborted()
      const isFirst = !begun.has(organizationId)
      const end = begin(organizationId)
      try {
        const free = first.tryAcquire(organizationId) ?? further.tryAcquire(organizationId)
        const wait = async () => {
          const stop = slowest.end()
          return await waitFor([first, further], organizationId, signal, waitMs).finally(stop)
        }
        const release = free ?? (isFirst ? await wait() : undefined)
        if (release === undefined) throw tooMany()
        const remove = slowest.add(receiver)
        return once(() => {
          remove()
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

/** The receivers of the exports in progress, of which the slowest gives way. */
function givingWay(): {
  /** @returns a function for when the export has released its place */
  add(receiver: Receiver): () => void
  /** Ends the export whose receiver is furthest behind, as soon as one is. @returns a function that stops looking for it */
  end(): () => void
} {
  const receivers = new Set<Receiver>()
  /** Those that were told to give way and still hold their places. */
  const leaving = new Set<Receiver>()
  let waiting = 0
  const look = (): void => {
    // Each place that is about to be free is for one that waits: one that leaves the queue and asks again ends no further export.
    if (leaving.size >= waiting) return
    const [slowest] = [...receivers].sort((a, b) => b.behindMs() - a.behindMs())
    if (slowest === undefined || slowest.behindMs() <= 0) return
    receivers.delete(slowest)
    leaving.add(slowest)
    slowest.giveWay()
  }
  return {
    add: (receiver) => {
      receivers.add(receiver)
      return () => {
        receivers.delete(receiver)
        leaving.delete(receiver)
      }
    },
    end: () => {
      waiting += 1
      const timer = setInterval(look, LOOK_MS)
      look()
      return () => {
        clearInterval(timer)
        waiting -= 1
      }
    },
  }
}

/**
 * Waits for the place that becomes free first. @returns undefined when none did in time, or too many wait. @throws the reason of
 * `signal` when it aborts
 */
async function waitFor(
  places: Semaphore[],
  organizationId: string,
  signal: AbortSignal,
  ms: number,
): Promise<Release | undefined> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), ms)
  const either = AbortSignal.any([signal, ended.signal])
  const waits = places.map(async (one) => {
    const release = await one.acquire(organizationId, either)
    if (!ended.signal.aborted) {
      ended.abort()
      return release
    }
    // Both became free at once.
    release()
    throw tooMany()
  })
  try {
    return await Promise.any(waits)
  } catch {
    signal.throwIfAborted()
    return undefined
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
const LOOK_MS = 1000
