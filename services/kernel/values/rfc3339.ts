/**
 * The instant of an RFC 3339 date-time with `Z` or an offset, to the millisecond (further digits are cut off); undefined for
 * anything else, including leap seconds and days that do not exist.
 */
export function parseRfc3339(text: string): Date | undefined {
  return parseCanonical(text) ?? parseAny(text)
}

function parseAny(text: string): Date | undefined {
  const match = DATE_TIME.exec(text)
  if (match === null) return undefined
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const exists = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
  if (!exists || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1)
  const local = at.setUTCHours(Number(hour), Number(minute), Number(second))
  return new Date(local - offset + Number(fraction.slice(1, 4).padEnd(3, '0')))
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/** The most common forms, `2026-01-02T03:04:05.678Z` and `2026-01-02T03:04:05Z`, without the grammar; else undefined. */
function parseCanonical(text: string): Date | undefined {
  const isWholeSecond = text.length === 20
  if (!isWholeSecond && (text.length !== 24 || text[19] !== '.')) return undefined
  if (text[text.length - 1] !== 'Z' || text[10] !== 'T') return undefined
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return undefined
  const year = two(text, 0) * 100 + two(text, 2)
  const month = two(text, 5)
  const day = two(text, 8)
  const hour = two(text, 11)
  const minute = two(text, 14)
  const second = two(text, 17)
  const ms = isWholeSecond ? 0 : two(text, 20) * 10 + digit(text, 22)
  const inRange =
    month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour <= 23 && minute <= 59 && second <= 59
  return inRange && year >= 100 && ms >= 0
    ? new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms))
    : undefined
}

function two(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1)
}

/** The value of a digit, or NaN for anything else: every comparison with it is false. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30
  return value >= 0 && value <= 9 ? value : Number.NaN
}
