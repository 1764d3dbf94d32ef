/**
 * The instant of an RFC 3339 date-time with `Z` or an offset, to the millisecond (further digits are cut off);
 * undefined for anything else, days that no calendar has and leap seconds included.
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
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const back = new Date(local)
  const exists = back.getUTCMonth() === Number(month) - 1 && back.getUTCDate() === Number(day)
  if (!exists || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1)
  return new Date(local - offset + Number(fraction.slice(1, 4).padEnd(3, '0')))
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d{1,20})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/** The commonest form, `2026-01-02T03:04:05.678Z`, without the grammar; undefined for everything else. */
function parseCanonical(text: string): Date | undefined {
  if (text.length !== 24 || text.charCodeAt(23) !== 0x5a || text.charCodeAt(10) !== 0x54) return undefined
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':' || text[19] !== '.') {
    return undefined
  }
  const two = (at: number): number => digit(text, at) * 10 + digit(text, at + 1)
  const [month, day, hour, minute, second] = [two(5), two(8), two(11), two(14), two(17)]
  const year = two(0) * 100 + two(2)
  const ms = two(20) * 10 + digit(text, 22)
  const inRange =
    month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour <= 23 && minute <= 59 && second <= 59
  return inRange && year >= 100 && ms >= 0
    ? new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms))
    : undefined
}

/** The value of a digit, NaN for anything else, which no comparison admits. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30
  return value >= 0 && value <= 9 ? value : Number.NaN
}
