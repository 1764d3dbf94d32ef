const DAY = 24 * 60 * 60 * 1000

/** Adds a year to a time without one: the latest in which the time is at most a day after the receipt. */
export function inLatestYear(time: string | null, receivedAt: Date): string | null {
  if (time === null || !/^[0-9]{2}-/.test(time)) return time
  const tomorrow = new Date(receivedAt.getTime() + DAY)
  const latest = `${tomorrow.getUTCFullYear()}-${time}`
  return new Date(latest) <= tomorrow ? latest : `${tomorrow.getUTCFullYear() - 1}-${time}`
}
