const DAY = 24 * 60 * 60 * 1000

/** What an expectation says of a time: one without a year is that of the latest in which it is not more than a day after the receipt. */
export function inLatestYear(time: string | null, receivedAt: Date): string | null {
  if (time === null || !/^[0-9]{2}-/.test(time)) return time
  const tomorrow = new Date(receivedAt.getTime() + DAY)
  const latest = `${tomorrow.getUTCFullYear()}-${time}`
  return new Date(latest) <= tomorrow ? latest : `${tomorrow.getUTCFullYear() - 1}-${time}`
}
