import { DomainError, Reason } from './errors/errors.ts'
import { type Batch, batches } from './telemetry/channels.ts'

/**
 * Micro-batching without a timer: items that arrive while earlier batches run form the next batch, as in a database's
 * group commit. An idle system answers at once, and a busy one batches. Every item waits for its own result.
 *
 * `run` takes 1 to `maxBatch` items and returns one result an item, in order. When it rejects, `retriable`
 * decides whether the items are tried again one by one, so that an item the database refuses does not fail its
 * neighbours; otherwise all of them reject with the error. An item that is not started within `maxWaitMs` rejects with
 * UNAVAILABLE, and has changed nothing: the queue of a database that does not answer stays bounded.
 * An item that arrives while `maxQueued` items wait rejects at once with RATE_LIMITED.
 * The first item waits for `turns` of the event loop. With two turns, the batch includes the items that have arrived at the
 * sockets, so that batches are fuller and cost less. Batches are published as `name` (telemetry/channels.ts).
 *
 * `alternating` is for one batch at a time whose callers ask again once they are answered. A batch takes at most half of the items
 * that wait and of those that were just answered, so that the database works on one half while the process works on the other
 * (docs/decisions/0209-halves-that-alternate.md).
 */
export function groupCommit<I, O>(options: {
  name?: string
  run: (items: I[]) => Promise<O[]>
  retriable?: (error: unknown) => boolean
  maxBatch?: number
  maxInFlight?: number
  maxWaitMs?: number
  maxQueued?: number
  turns?: 1 | 2
  alternating?: boolean
}): (item: I) => Promise<O> {
  const { name = 'other', run, retriable = () => false, maxBatch = 256, maxInFlight = 2 } = options
  const { maxWaitMs = 10_000, maxQueued = 10_000, turns = 1, alternating = false } = options
  const queue: Waiting<I, O>[] = []
  let inFlight = 0
  let scheduled = false

  /** Runs a batch. What it resolves with gives each item its result. */
  const attempt = async (batch: Waiting<I, O>[]): Promise<() => void> => {
    try {
      const results = await run(batch.map((waiting) => waiting.item))
      if (batches.hasSubscribers) batches.publish({ name, size: batch.length } satisfies Batch)
      return () => {
        for (const [i, waiting] of batch.entries()) waiting.resolve(results[i] as O)
      }
    } catch (error) {
      if (batch.length > 1 && retriable(error)) {
        for (const waiting of batch) (await attempt([waiting]))()
        return () => {}
      }
      return () => {
        for (const waiting of batch) waiting.reject(error)
      }
    }
  }
  /**
   * The database does not wait for the work on results: the next batch is sent before. The pool sends it in the next tick.
   * An alternating one is sent in the next turn of the event loop, with what has arrived at the sockets.
   */
  const settle = async (batch: Waiting<I, O>[]): Promise<void> => {
    const giveResults = await attempt(batch)
    inFlight -= 1
    if (alternating) {
      scheduled = true
      setImmediate(pump, batch.length)
      giveResults()
    } else {
      pump()
      process.nextTick(giveResults)
    }
  }
  const refuseLate = (): void => {
    const late = performance.now() - maxWaitMs
    const inTime = queue.findIndex(({ since }) => since > late)
    if (inTime === 0) return
    for (const { reject } of queue.splice(0, inTime === -1 ? queue.length : inTime))
      reject(new DomainError(Reason.UNAVAILABLE, 'the database does not keep up'))
  }
  /** @param answered how many items have just been answered, of an alternating batch */
  const pump = (answered = 0): void => {
    scheduled = false
    refuseLate()
    while (queue.length > 0 && inFlight < maxInFlight) {
      const half = answered === 0 ? maxBatch : Math.ceil((queue.length + answered) / 2)
      const batch = queue.splice(0, Math.min(half, maxBatch))
      inFlight += 1
      void settle(batch)
    }
  }
  return (item) =>
    new Promise<O>((resolve, reject) => {
      if (queue.length >= maxQueued) {
        reject(tooMany())
        return
      }
      queue.push({ item, since: performance.now(), resolve, reject })
      if (!scheduled && inFlight < maxInFlight) {
        scheduled = true
        setImmediate(turns === 1 ? pump : () => setImmediate(pump))
      }
    })
}

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
