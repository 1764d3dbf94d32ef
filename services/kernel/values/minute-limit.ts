import type { Clock } from '../clock.ts'

/** Whether there is room for one more in this minute; if so, it is taken. */
export type MinuteLimit = () => boolean

/** Admits up to `limit` a minute of the clock. The count is this process's own. */
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
