/**
 * The instant of an RFC 3339 date-time with `Z` or an offset, to the millisecond (further digits are cut off);
 * undefined for anything else, days that no calendar has and leap seconds included.
 */
export function parseRfc3339(text: string): Date | undefined {
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
