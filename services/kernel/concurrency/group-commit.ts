import { DomainError, Reason } from '../errors/errors.ts'
import { type Batch, batches } from '../telemetry/channels.ts'

/**
 * Micro-batching without a timer: items that arrive while earlier batches run form the next batch, as in a database's group commit.
 * An idle system answers at once, and a busy one batches. Every item waits for its own result.
 *
 * - `run` takes 1 to `maxBatch` items and returns one result an item, in order.
 * - `retriable`: when `run` rejects, whether the items are tried again one by one, so that an item that the database refuses does
 *   not fail its neighbours. Otherwise all of them reject with the error.
 * - `maxWaitMs`: an item that is not started in this time rejects with UNAVAILABLE and has changed nothing, so that the queue of a
 *   database that does not answer stays bounded.
 * - `maxQueued`: an item that arrives while so many wait rejects at once with RATE_LIMITED.
 * - `turns`: how many turns of the event loop the first item waits. With two, the batch includes what has arrived at the sockets:
 *   batches are fuller and cost less.
 * - `name`: under which batches are published (telemetry/channels.ts).
 * - `alternating`: for one batch at a time whose callers ask again once they are answered. A batch takes at most half of the items
 *   that wait and of those that were just answered, so that the database works on one half while the process works on the other
 *   (docs/decisions/0209-halves-that-alternate.md).
 */
export function groupCommit<I, O>(options: Options<I, O>): (item: I) => Promise<O> {
  const group = new GroupCommit(options)
  return (item) => group.add(item)
}

type Options<I, O> = {
  name?: string
  run: (items: I[]) => Promise<O[]>
  retriable?: (error: unknown) => boolean
  maxBatch?: number
  maxInFlight?: number
  maxWaitMs?: number
  maxQueued?: number
  turns?: 1 | 2
  alternating?: boolean
}

class GroupCommit<I, O> {
  readonly #options: Required<Options<I, O>>
  readonly #queue: Waiting<I, O>[] = []
  #inFlight = 0
  #isScheduled = false

  constructor(options: Options<I, O>) {
    this.#options = { ...DEFAULTS, ...options }
  }

  add(item: I): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      const { maxQueued, maxInFlight, turns } = this.#options
      if (this.#queue.length >= maxQueued) {
        reject(tooMany())
        return
      }
      this.#queue.push({ item, since: performance.now(), resolve, reject })
      if (this.#isScheduled || this.#inFlight >= maxInFlight) return
      this.#isScheduled = true
      setImmediate(turns === 1 ? this.#begin : this.#beginInNextTurn)
    })
  }

  /** @param answered for an alternating batch: how many items were just answered */
  readonly #begin = (answered = 0): void => {
    const { maxBatch, maxInFlight } = this.#options
    this.#isScheduled = false
    this.#refuseLate()
    while (this.#queue.length > 0 && this.#inFlight < maxInFlight) {
      const half = answered === 0 ? maxBatch : Math.ceil((this.#queue.length + answered) / 2)
      const batch = this.#queue.splice(0, Math.min(half, maxBatch))
      this.#inFlight += 1
      void this.#settle(batch)
    }
  }

  readonly #beginInNextTurn = (): void => {
    setImmediate(this.#begin)
  }

  #refuseLate(): void {
    const late = performance.now() - this.#options.maxWaitMs
    const inTime = this.#queue.findIndex(({ since }) => since > late)
    if (inTime === 0) return
    for (const { reject } of this.#queue.splice(0, inTime === -1 ? this.#queue.length : inTime))
      reject(new DomainError(Reason.UNAVAILABLE, 'the database does not keep up'))
  }

  /**
   * Sends the next batch before it gives out the results, so that the database does not wait for the work on them. The pool sends
   * that batch in the next tick. An alternating batch is sent in the next turn of the event loop, with what has arrived at the
   * sockets.
   */
  async #settle(batch: Waiting<I, O>[]): Promise<void> {
    const giveResults = await this.#attempt(batch)
    this.#inFlight -= 1
    if (this.#options.alternating) {
      this.#isScheduled = true
      setImmediate(this.#begin, batch.length)
      giveResults()
    } else {
      this.#begin()
      process.nextTick(giveResults)
    }
  }

  /** Runs a batch. @returns a function that gives each item its result */
  async #attempt(batch: Waiting<I, O>[]): Promise<() => void> {
    const { name, run, retriable } = this.#options
    try {
      const results = await run(batch.map((waiting) => waiting.item))
      if (batches.hasSubscribers) batches.publish({ name, size: batch.length } satisfies Batch)
      return () => {
        for (const [i, waiting] of batch.entries()) waiting.resolve(results[i] as O)
      }
    } catch (error) {
      if (batch.length > 1 && retriable(error)) {
        for (const waiting of batch) (await this.#attempt([waiting]))()
        return () => {}
      }
      return () => {
        for (const waiting of batch) waiting.reject(error)
      }
    }
  }
}

const DEFAULTS = {
  name: 'other',
  retriable: () => false,
  maxBatch: 256,
  maxInFlight: 2,
  maxWaitMs: 10_000,
  maxQueued: 10_000,
  turns: 1,
  alternating: false,
} as const

function tooMany(): DomainError {
  return new DomainError(Reason.RATE_LIMITED, 'too many calls at once; try again shortly', {
    details: { retry_after: 1 },
  })
}

type Waiting<I, O> = {
  item: I
  since: number
  resolve: (result: O) => void
  reject: (error: unknown) => void
}
