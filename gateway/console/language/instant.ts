import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { LANGUAGE } from './language.ts'
import { withoutMarks } from './without-marks.ts'

/** A point in time, as messages or the browser have it. */
export type Instant = Timestamp | Date

export function dateOf(at: Instant): Date {
  return at instanceof Date ? at : new Date(Number(at.seconds) * 1000 + Math.floor(at.nanos / 1e6))
}

/** Returns the exact time in the reader's time zone, with the zone: `22 Nov 2026, 14:36 CET`. */
export function exact(at: Instant): string {
  return withoutMarks(EXACT.format(dateOf(at)))
}

/** Returns an instant in UTC, to the second. */
export function utc(at: Instant): string {
  return `${dateOf(at).toISOString().slice(0, 19)}Z`
}

/** Returns how long ago or ahead an instant is: `3 hours ago`. @param now Unix milliseconds */
export function relative(at: Instant, now: number): string {
  const seconds = (dateOf(at).getTime() - now) / 1000
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return withoutMarks(RELATIVE.format(Math.trunc(seconds / size), unit))
  }
  return withoutMarks(RELATIVE.format(Math.trunc(seconds), 'second'))
}

/** Returns how much time is left until a deadline, or by how much it is overdue: `2 d 4 h left`, `3 h 10 min overdue`. */
export function timeLeft(at: Instant, now: number): { text: string; overdue: boolean; hours: number } {
  const minutes = (dateOf(at).getTime() - now) / 60_000
  const span = Math.abs(minutes)
  const days = Math.floor(span / 1440)
  const hours = Math.floor((span % 1440) / 60)
  const text =
    days > 0
      ? `${days} d ${hours} h`
      : hours > 0
        ? `${hours} h ${Math.floor(span % 60)} min`
        : `${Math.floor(span)} min`
  return {
    text: minutes < 0 ? `${text} overdue` : `${text} left`,
    overdue: minutes < 0,
    hours: minutes / 60,
  }
}

/** Returns the instant at which a chosen day (`2026-11-22`) begins in the reader's time zone. */
export function startOfDay(day: string): Date {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date)
}

/** Returns the instant at which the next day begins, for periods up to and including a day. */
export function endOfDay(day: string): Date {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date! + 1)
}

/**
 * Returns the instants that a typed time means in the reader's time zone (`2026-11-22T14:30`), the earlier one first: none where the
 * clocks were set forward over it, two where they were set back over it.
 */
export function typedInstants(text: string): Date[] {
  const near = new Date(text).getTime()
  if (Number.isNaN(near)) return []
  return SHIFTS.map((minutes) => new Date(near + minutes * 60_000)).filter((at) => toField(at) === text)
}

/** Whether an instant is the minute in which another one lies. */
export const isMinuteOf = (minute: Date, at: Instant | undefined): boolean =>
  at !== undefined && Math.floor(dateOf(at).getTime() / 60_000) * 60_000 === minute.getTime()

/** Minutes by which clocks are set forward and back: an hour, half an hour on Lord Howe Island, and two hours at Troll. */
const SHIFTS = [-120, -60, -30, 0, 30, 60, 120]

/** Returns an instant as the value of a field of date and time. */
export function toField(at: Instant): string {
  const date = dateOf(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns the name of the reader's time zone. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const EXACT = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' })
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
