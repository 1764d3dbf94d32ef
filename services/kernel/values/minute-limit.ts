import type { Clock } from '../clock.ts'

/** Counts one more call in this minute. @returns whether the limit allows it */
export type MinuteLimit = () => boolean

/** Allows up to `limit` calls in a minute of the clock. Each process counts separately. */
export function minuteLimit(clock: Clock, limit: number): MinuteLimit {
  let minute = 0
  let used = 0
  return () => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    if (now !== minute) used = 0
    minute = now
    if (used >= limit) return false
    used += 1
    return true
  }
}
