import type { Limit } from './types.ts'

/** A day of the Gregorian calendar, without a zone. */
type Day = { year: number; month: number; day: number }

/**
 * The end of a period that begins at an instant. Hours are hours, also across a change of the clocks. Days and months end with the
 * last millisecond of their last day in the time zone; the day of the event does not count; a month clamps to its end
 * (Regulation (EEC, Euratom) No 1182/71 article 3).
 */
export function endOf(from: number, { amount, unit }: Limit, timeZone: string): number {
  if (unit === 'hours') return from + amount * HOUR
  const day = dayAt(from, timeZone)
  const last = unit === 'days' ? daysLater(day, amount) : monthsLater(day, amount)
  return startOf(daysLater(last, 1), 0, timeZone) - 1
}

/** Noon of the next working day, for an instant on a weekend or a holiday; else the instant itself. */
export function noonOfWorkingDay(at: number, holidays: readonly string[], timeZone: string): number {
  const day = dayAt(at, timeZone)
  let next = day
  while (isFree(next, holidays)) next = daysLater(next, 1)
  return next === day ? at : startOf(next, 12, timeZone)
}

function isFree(day: Day, holidays: readonly string[]): boolean {
  const weekday = new Date(utc(day)).getUTCDay()
  return weekday === 0 || weekday === 6 || holidays.includes(new Date(utc(day)).toISOString().slice(0, 10))
}

/** The instant at which an hour of a day begins in a time zone. An hour that the clocks leave out begins when they change. */
function startOf(day: Day, hour: number, timeZone: string): number {
  const wall = utc(day) + hour * HOUR
  const before = wall - offsetAt(wall - 24 * HOUR, timeZone)
  const after = wall - offsetAt(wall + 24 * HOUR, timeZone)
  if (wall - before === offsetAt(before, timeZone)) return before
  return wall - after === offsetAt(after, timeZone) ? after : before
}

function dayAt(at: number, timeZone: string): Day {
  const wall = new Date(at + offsetAt(at, timeZone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
}

function daysLater({ year, month, day }: Day, days: number): Day {
  return dayAt(Date.UTC(year, month - 1, day + days), 'UTC')
}

function monthsLater({ year, month, day }: Day, months: number): Day {
  const last = new Date(Date.UTC(year, month + months, 0))
  return {
    year: last.getUTCFullYear(),
    month: last.getUTCMonth() + 1,
    day: Math.min(day, last.getUTCDate()),
  }
}

function utc({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day)
}

/** By how many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const parts: { [type: string]: number } = {}
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - (at - (((at % 1000) + 1000) % 1000))
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    const numeric = 'numeric'
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** Time zones have a few hundred names. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const HOUR = 3_600_000
