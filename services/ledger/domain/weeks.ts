import { DAY_MS } from '../../kernel/values/time.ts'

/**
 * The weeks that charts show around a time: the 21 before it, its own, and the 4 after it. A week begins on Monday, UTC.
 *
 * @returns each week's Monday as `2026-11-16`, the beginning of the first week and the end of the last
 */
export function weeksAround(now: Date): { mondays: string[]; from: Date; until: Date } {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  // Sunday is 0.
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS
  const from = monday - BEFORE * WEEK_MS
  const mondays = Array.from({ length: BEFORE + 1 + AFTER }, (_, i) =>
    new Date(from + i * WEEK_MS).toISOString().slice(0, 10),
  )
  return { mondays, from: new Date(from), until: new Date(from + mondays.length * WEEK_MS) }
}

const BEFORE = 21
const AFTER = 4
const WEEK_MS = 7 * DAY_MS
