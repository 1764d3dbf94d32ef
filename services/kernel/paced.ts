import { setTimeout as delay } from 'node:timers/promises'

/**
 * Work that many callers ask for and that has one result for all of them. Calls that come while it runs share the next run, so
 * that nobody gets a result that was begun before the call. Between two runs passes as much time as the run before took, five
 * seconds at most: however often it is asked for, it takes about half of the time of what it keeps busy.
 */
export function paced<T>(run: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let rested: Promise<unknown> = Promise.resolve()
  return () => {
    if (next !== undefined) return next
    let began = 0
    const work = rested.then(() => {
      next = undefined
      began = performance.now()
      return run()
    })
    next = work
    rested = work
      .catch(() => {})
      .then(() => delay(Math.min(performance.now() - began, MOST_MS), undefined, { ref: false }))
    return work
  }
}

const MOST_MS = 5000
