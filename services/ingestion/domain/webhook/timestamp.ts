import { TIME_END, TIME_START } from '../../../kernel/values/limits.ts'
import { DAY_MS } from '../../../kernel/values/time.ts'
import { isoTextsOf } from './numeric-date.ts'
import { isoOf, withOffset } from './written-date.ts'

/**
 * Reads a sender's timestamp, tolerantly: UTC in milliseconds (`2026-01-02T03:04:05.678Z`), or null. Anything outside 2000
 * (inclusive) to 2100 (exclusive) is null.
 *
 * Accepted are:
 * - RFC 3339;
 * - its variants: a space for the T; an offset without a colon or minutes, or the name of a zone in its place; no offset (UTC); no
 *   seconds; 1 to 9 fraction digits, cut to milliseconds; an hour of one digit; dots or slashes for the hyphens; the forms of Go
 *   (with its monotonic clock) and Db2; a date alone (its midnight);
 * - dates with the name of their month (written-date.ts);
 * - dates of numbers that do not begin with the year, and dates in Chinese, Japanese and Korean (numeric-date.ts);
 * - Unix seconds, milli-, micro- or nanoseconds, as a number, a decimal string or `/Date(…)/` (Microsoft).
 *
 * @param receivedAt completes a text. A text without a year (RFC 3164) gets the latest year in which it is not after the receipt.
 * `CST` means China's zone if the time in America's would be after the receipt. If day and month can be exchanged, the
 * meaning within a day of the receipt counts; if both or neither is, the date is null. Without `receivedAt` such a date is null, a text
 * without a year is null and `CST` is America's zone
 */
export function readTimestamp(value: unknown, receivedAt?: Date): string | null {
  const millis =
    typeof value === 'number' || typeof value === 'bigint'
      ? fromEpoch(Number(value))
      : typeof value === 'string'
        ? fromText(value, receivedAt)
        : null
  return millis === null || millis < TIME_START || millis >= TIME_END ? null : new Date(millis).toISOString()
}

function fromText(raw: string, receivedAt: Date | undefined): number | null {
  if (raw.length > MAX_LENGTH) return null
  const text = raw.trim()
  const epoch = EPOCH.test(text) ? text : DATE_OF_JSON.exec(text)?.[1]
  if (epoch !== undefined) return fromEpoch(Number(epoch))
  const written = fromWritten(text) ?? fromNumbers(text, receivedAt)
  if (receivedAt === undefined) return written
  if (written === null) return inLatestYear(text, receivedAt)
  const isAhead = written > receivedAt.getTime() + CLOCKS_APART
  return isAhead && CST.test(text) ? fromWritten(text.replace('CST', '+08:00')) : written
}

function fromWritten(text: string): number | null {
  return fromCalendar(isoOf(text) ?? withOffset(text.replace(DB2, '$1T$2:$3:$4')))
}

/** Reads a date of numbers, by its only meaning or by that which is near the receipt. */
function fromNumbers(text: string, receivedAt: Date | undefined): number | null {
  const times = [...new Set(isoTextsOf(text).map(fromCalendar))].filter((time) => time !== null)
  if (times.length < 2) return times[0] ?? null
  const near = times.filter((time) => Math.abs(time - (receivedAt?.getTime() ?? Number.NaN)) <= DAY_MS)
  return near.length === 1 ? near[0]! : null
}

/**
 * Reads a text without a year: `Feb  1 10:00:00`, as UTC, and `20 January, 18:53 UTC +00:00`. The zone of the sender can put it
 * up to a day ahead.
 */
function inLatestYear(text: string, receivedAt: Date): number | null {
  const parts = (WITHOUT_YEAR.exec(text) ?? DAY_FIRST.exec(text))?.groups
  if (parts === undefined) return null
  const year = receivedAt.getUTCFullYear()
  for (const latest of [year + 1, year, year - 1]) {
    const time = fromWritten(`${parts.month} ${parts.day} ${latest} ${parts.time}${parts.offset ?? ''}`)
    if (time !== null && time <= receivedAt.getTime() + DAY_MS) return time
  }
  return null
}

/** Seconds, milli-, micro- and nanoseconds of the years 2000 to 2100 do not overlap, so the size distinguishes them. */
function fromEpoch(value: number): number | null {
  if (!Number.isFinite(value)) return null
  if (value < TIME_END / 1000) return Math.floor(Number((value * 1000).toFixed(3)))
  if (value < TIME_END) return Math.floor(value)
  return Math.floor(value / (value < TIME_END * 1000 ? 1000 : 1_000_000))
}

function fromCalendar(text: string): number | null {
  const parts = CALENDAR.exec(text)?.groups
  if (!parts) return null
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)]
  const [hour, minute, second] = [
    Number(parts.hour ?? 0),
    Number(parts.minute ?? 0),
    Number(parts.second ?? 0),
  ]
  const midnight = new Date(Date.UTC(year, month - 1, day))
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  if (midnight.getUTCFullYear() !== year) return null
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null
  const leapSecond = second === 60 && minute === 59
  if (hour > 23 || minute > 59 || (second > 59 && !leapSecond)) return null
  const offset = offsetMinutes(parts)
  if (offset === null) return null
  const fraction = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'))
  return midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + fraction
}

function offsetMinutes(parts: Record<string, string | undefined>): number | null {
  if (!parts.sign) return 0
  const [hours, minutes] = [Number(parts.offsetHours), Number(parts.offsetMinutes ?? 0)]
  if (hours > 23 || minutes > 59) return null
  return (parts.sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}

const MAX_LENGTH = 64
/** Milliseconds by which the clock of a sender may be ahead. */
const CLOCKS_APART = 15 * 60 * 1000
const CST = / CST(?= |$)/
const WITHOUT_YEAR =
  /^(?<month>[A-Z][a-z]{2}) {1,2}(?<day>[0-9]{1,2}) (?<time>[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?)$/
const DAY_FIRST =
  /^(?<day>[0-9]{1,2}) (?<month>[A-Z][a-z]{2,8}), (?<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?) UTC(?: (?<offset>[+-][0-9]{2}:[0-9]{2}))?$/
/** IBM writes `2020-04-30-11.35.29.886549`. */
const DB2 = /^([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{2})\.([0-9]{2})\.([0-9]{2})(?=\.|$)/
/** JSON of .NET. The offset in it does not change the instant. */
const DATE_OF_JSON = /^\\?\/Date\((-?[0-9]{1,19})(?:[+-][0-9]{4})?\)\\?\/$/
const EPOCH = /^[0-9]{1,19}(?:\.[0-9]{1,9})?$/
const CALENDAR = new RegExp(
  '^(?<year>[0-9]{4})(?<dash>[-./])(?<month>[0-9]{2})\\k<dash>(?<day>[0-9]{2})' +
    '(?:[Tt ](?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:[.,](?<fraction>[0-9]{1,9}))?)?' +
    ' ?(?:[Zz]|UTC|GMT|\\(UTC\\)|(?:UTC)?(?<sign>[+-])(?<offsetHours>[0-9]{2})(?::?(?<offsetMinutes>[0-9]{2}))?(?: (?:[A-Z]{3,5}|[+-][0-9]{2,4}))?)?(?: m=[+-][0-9.]+)?)?$',
)
