import { setTimeout as delay } from 'node:timers/promises'

/**
 * Work that many callers ask for and that has one result for all of them. Calls that arrive while it runs share the next run, so
 * that nobody gets a result of a run that began before the call. After each run it rests for as long as the run took, five
 * seconds at most. However often it is called, it keeps its resource busy for about half of the time.
 *
 * @param time measures a run and rests, in milliseconds
 */
export function throttled<T>(run: () => Promise<T>, time: Time = REAL): () => Promise<T> {
  let next: Promise<T> | undefined
  let rested: Promise<unknown> = Promise.resolve()
  return () => {
    if (next !== undefined) return next
    let began = 0
    const work = rested.then(() => {
      next = undefined
      began = time.now()
      return run()
    })
    next = work
    rested = work.catch(() => {}).then(() => time.rest(Math.min(time.now() - began, MOST_MS)))
    return work
  }
}

type Time = { now: () => number; rest: (ms: number) => Promise<unknown> }

const REAL: Time = { now: () => performance.now(), rest: (ms) => delay(ms, undefined, { ref: false }) }
const MOST_MS = 5000
