import type { Logger } from 'pino'

/** Decides whether a line is written, and reports how many were not. */
type LogLimit = {
  /** @param key lines with the same key are one group */
  admit(key: string, logger: Pick<Logger, 'warn'>): boolean
}

/**
 * Keeps failures from filling the log. Each group writes `perMinute` lines in a minute that begins with its first
 * line. After the minute, one line has the number of lines that were not written.
 */
export function logLimit(perMinute = PER_MINUTE, minuteMs = 60_000): LogLimit {
  const counts = new Map<string, number>()
  return {
    admit: (key, logger) => {
      const known = counts.size < MAX_KEYS || counts.has(key) ? key : OTHERS
      const count = (counts.get(known) ?? 0) + 1
      counts.set(known, count)
      if (count === 1) {
        setTimeout(() => {
          const withheld = counts.get(known)! - perMinute
          counts.delete(known)
          if (withheld > 0) logger.warn({ lines: withheld, like: known }, 'log lines withheld')
        }, minuteMs).unref()
      }
      return count <= perMinute
    },
  }
}

const PER_MINUTE = 20
/** Messages are literals, so there are few keys. */
const MAX_KEYS = 500
const OTHERS = 'others'
