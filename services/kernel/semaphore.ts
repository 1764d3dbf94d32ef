import { DomainError, Reason } from './errors/errors.ts'

/**
 * A semaphore with shares: a bounded number of places for heavy work. No owner gets more than its share, however much it asks
 * for. Work without a place waits in a queue, which is bounded for each owner and as a whole. Waiting owners take turns. Work is
 * refused at once when the queue is full.
 */
export type Semaphore = {
  /**
   * Waits for a place. @returns a function that gives the place back, to be called once
   * @throws DomainError RATE_LIMITED with `details.retry_after` when too much waits; the reason of `signal` when it aborts
   */
  acquire(owner: string, signal?: AbortSignal): Promise<Release>
  /** Takes a place that is free now, if nobody waits for one. */
  tryAcquire(owner: string): Release | undefined
}

export type Release = () => void

export function semaphore(limits: {
  /** The name of the work in refusals: "exports". */
  what: string
  places: number
  placesPerOwner: number
  waiting: number
  waitingPerOwner: number
  /** Seconds. */
  retryAfter: number
}): Semaphore {
  const { what, places, placesPerOwner, retryAfter } = limits
  const working = new Map<string, number>()
  const queues = new Map<string, Waiting[]>()
  let taken = 0
  let waiting = 0

  const occupy = (owner: string): Release => {
    taken += 1
    working.set(owner, (working.get(owner) ?? 0) + 1)
    let released = false
    return () => {
      if (released) return
      released = true
      taken -= 1
      const others = working.get(owner)! - 1
      if (others === 0) working.delete(owner)
      else working.set(owner, others)
      grantNext()
    }
  }
  const isFree = (owner: string): boolean => taken < places && (working.get(owner) ?? 0) < placesPerOwner
  const grantNext = (): void => {
    for (const [owner, queue] of queues) {
      if (!isFree(owner)) continue
      waiting -= 1
      const first = queue.shift()!
      // The owner goes to the end of the queue, so that the others come before it.
      queues.delete(owner)
      if (queue.length > 0) queues.set(owner, queue)
      first.granted(occupy(owner))
      if (taken >= places) return
    }
  }
  const tryAcquire = (owner: string): Release | undefined =>
    isFree(owner) && !queues.has(owner) ? occupy(owner) : undefined
  return {
    tryAcquire,
    acquire: async (owner, signal) => {
      signal?.throwIfAborted()
      const now = tryAcquire(owner)
      if (now !== undefined) return now
      const queue = queues.get(owner) ?? []
      if (queue.length >= limits.waitingPerOwner || waiting >= limits.waiting)
        throw new DomainError(Reason.RATE_LIMITED, `too many ${what} are under way: try again later`, {
          details: { retry_after: retryAfter },
        })
      queues.set(owner, queue)
      waiting += 1
      return await new Promise<Release>((resolve, reject) => {
        const giveUp = (): void => {
          queue.splice(queue.indexOf(entry), 1)
          if (queue.length === 0) queues.delete(owner)
          waiting -= 1
          reject(signal!.reason)
        }
        const entry: Waiting = {
          granted: (release) => {
            signal?.removeEventListener('abort', giveUp)
            resolve(release)
          },
        }
        queue.push(entry)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}

type Waiting = { granted(release: Release): void }
