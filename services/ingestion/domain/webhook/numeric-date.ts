import { TIME, two, ZONE, zoneOf } from './written-date.ts'

/**
 * Converts a date of numbers to the form of RFC 3339: `28.11.2026 05:00`, `28/11/2026 05:00:00`, `11/28/2026 5:00:00 PM`, Chinese, Japanese
 * and Korean dates (`2026年11月28日 05:00:00`) and the basic format of ISO 8601 (`20261128T050000Z`). Returns one text for each meaning that it
 * can have, and none for any other text. Between dots the day comes first. Between slashes and hyphens the day or the month does:
 * `02/01/2026` has two meanings.
 */
export function isoTextsOf(text: string): string[] {
  const basic = BASIC.exec(text)
  if (basic !== null) return [`${text.replace(BASIC, '$1-$2-$3T$4:$5:$6$7')}`]
  const parts = (YEAR_FIRST.exec(text) ?? YEAR_LAST.exec(text))?.groups
  if (parts === undefined) return []
  const { first = '', second = '', mark } = parts
  if (mark === undefined) return [joined(parts, first, second)]
  const meanings = new Set([joined(parts, second, first)])
  if (mark !== '.') meanings.add(joined(parts, first, second))
  return [...meanings]
}

function joined(parts: Parts, month: string, day: string): string {
  const { half, minute = '00', seconds = '00', fraction = '0' } = parts
  const hour = Number(parts.hour ?? 0)
  const isHalf = half !== undefined
  const whole = isHalf ? (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : hour
  // 13 PM and 0 AM are no times.
  const checked = isHalf && (hour < 1 || hour > 12) ? 99 : whole
  return `${parts.year}-${two(month)}-${two(day)}T${two(checked)}:${two(minute)}:${two(seconds)}.${fraction}${zoneOf(parts.zone)}`
}

const BASIC =
  /^([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})((?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)$/
const CLOCK = TIME.replace('<second>', '<seconds>')
const YEAR_LAST = new RegExp(
  `^(?<first>[0-9]{1,2})(?<mark>[./-])(?<second>[0-9]{1,2})\\k<mark>(?<year>[0-9]{4})` +
    `(?:,? ${CLOCK}(?:[.,](?<fraction>[0-9]{1,9}))?(?: (?<half>[AP]M))?(?: ?${ZONE})?)?$`,
  'i',
)
const YEAR_FIRST =
  /^(?<year>[0-9]{4})[年년] ?(?<first>[0-9]{1,2})[月월] ?(?<second>[0-9]{1,2})[日일](?: ?(?<hour>[0-9]{1,2})[:時时시] ?(?<minute>[0-9]{1,2})(?:[:分분] ?(?<seconds>[0-9]{1,2})[秒초]?|분|分)?)?$/

type Parts = Record<string, string | undefined>
