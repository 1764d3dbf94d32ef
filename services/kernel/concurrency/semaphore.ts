import { DomainError, Reason } from '../errors/errors.ts'

/**
 * A semaphore with shares: a bounded number of places for heavy work. No owner gets more places than its share. Work without a
 * place waits in a queue, which is bounded for each owner and as a whole. Waiting owners take turns. When the queue is full, work
 * of the owner that has most in it is refused: owners with less find a place in it.
 */
export type Semaphore = {
  /**
   * Waits for a place. @returns a function that gives the place back, to be called once
   * @throws DomainError RATE_LIMITED with `details.retry_after` when too much waits, also later, when work of other owners comes, and
   *   when it has waited for too long; the reason of `signal` when it aborts
   */
  acquire(owner: string, signal?: AbortSignal): Promise<Release>
  /** Takes a place that is free now, if nobody waits for one. */
  tryAcquire(owner: string): Release | undefined
}

export type Release = () => void

export function semaphore(limits: Limits): Semaphore {
  return new SharedSemaphore(limits)
}

type Limits = {
  /** The name of the work in refusals: "exports". */
  what: string
  places: number
  placesPerOwner: number
  waiting: number
  waitingPerOwner: number
  /** In seconds. */
  retryAfter: number
  /** How long work waits for a place until it is refused; absent: until its signal aborts. */
  maxWaitMs?: number
}

class SharedSemaphore implements Semaphore {
  readonly #limits: Limits
  readonly #working = new Map<string, number>()
  /** The waiting work by owner; the owner whose turn comes next is first. */
  readonly #queues = new Map<string, Waiting[]>()
  #taken = 0
  #waiting = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  tryAcquire(owner: string): Release | undefined {
    return this.#isFree(owner) && !this.#queues.has(owner) ? this.#occupy(owner) : undefined
  }

  async acquire(owner: string, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted()
    return this.tryAcquire(owner) ?? (await this.#wait(owner, signal))
  }

  #isFree(owner: string): boolean {
    const { places, placesPerOwner } = this.#limits
    return this.#taken < places && (this.#working.get(owner) ?? 0) < placesPerOwner
  }

  #occupy(owner: string): Release {
    this.#taken += 1
    this.#working.set(owner, (this.#working.get(owner) ?? 0) + 1)
    let released = false
    return () => {
      if (released) return
      released = true
      this.#release(owner)
    }
  }

  #release(owner: string): void {
    this.#taken -= 1
    const others = this.#working.get(owner)! - 1
    if (others === 0) this.#working.delete(owner)
    else this.#working.set(owner, others)
    this.#grantNext()
  }

  #grantNext(): void {
    for (const [owner, queue] of this.#queues) {
      if (!this.#isFree(owner)) continue
      this.#waiting -= 1
      const first = queue.shift()!
      // The owner goes to the end of the queue, behind the others.
      this.#queues.delete(owner)
      if (queue.length > 0) this.#queues.set(owner, queue)
      first.granted(this.#occupy(owner))
      if (this.#taken >= this.#limits.places) return
    }
  }

  #wait(owner: string, signal: AbortSignal | undefined): Promise<Release> {
    const queue = this.#queues.get(owner) ?? []
    if (queue.length >= this.#limits.waitingPerOwner || !this.#makeRoom(queue.length))
      throw tooMuchWaits(this.#limits)
    this.#queues.set(owner, queue)
    this.#waiting += 1
    const { maxWaitMs } = this.#limits
    return new Promise<Release>((resolve, reject) => {
      const leave = (reason: unknown): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        queue.splice(queue.indexOf(entry), 1)
        if (queue.length === 0) this.#queues.delete(owner)
        this.#waiting -= 1
        reject(reason)
      }
      const giveUp = (): void => leave(signal!.reason)
      const entry: Waiting = {
        granted: (release) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          resolve(release)
        },
        refused: () => leave(tooMuchWaits(this.#limits)),
      }
      const timer = maxWaitMs === undefined ? undefined : setTimeout(entry.refused, maxWaitMs)
      queue.push(entry)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  /**
   * Makes room in a full queue: the newest work of the owner that has most in it is refused. @param waiting of the owner that needs
   * the room @returns whether there is room, which there is not if no owner would still have as much
   */
  #makeRoom(waiting: number): boolean {
    if (this.#waiting < this.#limits.waiting) return true
    let most: Waiting[] = []
    for (const queue of this.#queues.values()) if (queue.length > most.length) most = queue
    if (most.length < waiting + 2) return false
    most.at(-1)!.refused()
    return true
  }
}

function tooMuchWaits({ what, retryAfter }: Limits): DomainError {
  return new DomainError(Reason.RATE_LIMITED, `too many ${what} are under way: try again later`, {
    details: { retry_after: retryAfter },
  })
}

type Waiting = { granted(release: Release): void; refused(): void }
