/** The three statutory deadlines of an incident (docs/api.md 2.1). */
type Deadlines = { earlyWarning: Date; notification: Date; finalReport: Date }

/**
 * 24 h and 72 h after detection, and one UTC calendar month after the notification deadline, clamped to the last
 * day of that month (docs/decisions/0031-incidents-month-arithmetic.md).
 */
export function deadlinesOf(detectedAt: Date): Deadlines {
  const notification = new Date(detectedAt.getTime() + 72 * HOUR)
  return {
    earlyWarning: new Date(detectedAt.getTime() + 24 * HOUR),
    notification,
    finalReport: addMonth(notification),
  }
}

function addMonth(at: Date): Date {
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 0)).getUTCDate()
  const moved = new Date(at)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + 1)
  moved.setUTCDate(Math.min(at.getUTCDate(), lastDay))
  return moved
}

const HOUR = 3_600_000
