import { setTimeout as delay } from 'node:timers/promises'

/**
 * Throttles work that has the same result for all callers. Calls that arrive during a run share the next run, so that no caller
 * gets the result of a run that began before its call. After each run it pauses for as long as the run took, at most five seconds.
 * The work therefore uses its resource at most about half of the time.
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
    rested = work.catch(() => {}).then(() => time.rest(Math.min(time.now() - began, MAX_MS)))
    return work
  }
}

type Time = { now: () => number; rest: (ms: number) => Promise<unknown> }

const REAL: Time = { now: () => performance.now(), rest: (ms) => delay(ms, undefined, { ref: false }) }
const MAX_MS = 5000
