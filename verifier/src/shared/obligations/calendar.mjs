// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/calendar.ts, whose types are taken away. Do not change it here.
/**
 * Returns the end of a period that begins at a given time. Hours are elapsed hours, also across a change to or from summer time.
 * Days and months end with the last millisecond of their last day in the time zone; the day of the event does not count; a date
 * beyond the end of a month becomes its last day (Regulation (EEC, Euratom) No 1182/71 article 3).
 */
export function endOf(from, { amount, unit }, zone) {
  if (unit === 'hours') return from + amount * HOUR
  const day = dayAt(from, zone)
  const last = unit === 'days' ? daysLater(day, amount) : monthsLater(day, amount)
  return startOf(daysLater(last, 1), 0, zone) - 1
}

/** Returns noon of the next working day for a time on a weekend or a holiday; otherwise the time itself. */
export function noonOfWorkingDay(at, holidays, zone) {
  const day = utc(dayAt(at, zone))
  const free = daysOf(holidays)
  let next = day
  while (isWeekend(next) || free.has(next)) next += DAY
  return next === day ? at : startOf(dayAt(next, UTC), 12, zone)
}

/** @param midnight UTC of a day. The first day of the epoch was a Thursday. */
function isWeekend(midnight) {
  const weekday = (midnight / DAY + 4) % 7
  return weekday === 0 || weekday === 6 || weekday === -1
}

/** The days of a list, as a set of their midnights in UTC: a list may have thousands of days and is searched for every step. */
function daysOf(list) {
  const known = days.get(list)
  if (known) return known
  const found = new Set(
    list
      .filter((text) => /^\d{4}-\d\d-\d\d$/.test(text))
      .map((text) => Date.parse(text))
      .filter(Number.isFinite),
  )
  days.set(list, found)
  return found
}

const days = new WeakMap ()

/** The instant at which an hour of a day begins in a time zone. An hour that the clocks leave out begins when they change. */
function startOf(day, hour, zone) {
  const local = utc(day) + hour * HOUR
  const before = local - zone.offsetAt(local - 24 * HOUR)
  const after = local - zone.offsetAt(local + 24 * HOUR)
  if (local - before === zone.offsetAt(before)) return before
  return local - after === zone.offsetAt(after) ? after : before
}

function dayAt(at, zone) {
  const local = new Date(at + zone.offsetAt(at))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

function daysLater({ year, month, day }, days) {
  return dayAt(Date.UTC(year, month - 1, day + days), UTC)
}

function monthsLater({ year, month, day }, months) {
  const last = new Date(Date.UTC(year, month + months, 0))
  return {
    year: last.getUTCFullYear(),
    month: last.getUTCMonth() + 1,
    day: Math.min(day, last.getUTCDate()),
  }
}

function utc({ year, month, day }) {
  return Date.UTC(year, month - 1, day)
}

/** A time zone by its IANA name. */
export function zoneOf(timeZone) {
  if (timeZone === 'UTC') return UTC
  let clock
  return {
    offsetAt: (at) => {
      clock ??= clockOf(timeZone)
      const parts = {}
      for (const { type, value } of clock.formatToParts(at)) parts[type] = Number(value)
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
      const local = Date.UTC(year, month - 1, day, hour, minute, second)
      return local - (at - (((at % 1000) + 1000) % 1000))
    },
  }
}

function clockOf(timeZone) {
  const numeric = 'numeric'
  return new Intl.DateTimeFormat('en-US', {
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
}

const UTC = { offsetAt: () => 0 }
const HOUR = 3_600_000
const DAY = 24 * HOUR
