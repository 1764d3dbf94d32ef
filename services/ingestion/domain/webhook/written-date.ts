/**
 * Converts a date with the name of its month, as mail, C and Java write it, to the form of RFC 3339; null for any other text.
 * `Fri, 27 Jan 2023 06:02:51 GMT`, `20-May-2024 09:08:10`, `Sat Oct 26 23:20:39 UTC 2024`, `Jan 19, 2023, 10:46:15 PM`,
 * `Mar 01 2021 20:35:54.123 GMT+01:00`, `Mar 03 2021:20:07:54 UTC`, `Tue Mar 03 10:00:00 CET 2026`.
 *
 * The names of zones are those of mail (RFC 5322, obs-zone) and of Europe; any other name stands for several zones. Months may
 * be written out, and in German, French, Spanish, Italian or Portuguese: `déc. 01 2022 13:40:34 GMT`, `1. März 2026 05:00:00`,
 * `28 de noviembre de 2026 05:00:00`.
 */
export function isoOf(text: string): string | null {
  const short = text.replace(MONTH_NAME, (name) => SHORT.get(name.toLowerCase().replace('.', '')) ?? name)
  for (const form of FORMS) {
    const parts = form.exec(short)?.groups
    if (parts) return joined(parts)
  }
  return null
}

/** Replaces the name of a zone at the end of a text by its offset. */
export function withOffset(text: string): string {
  return text.replace(ZONE_AT_END, (_, name: string) => ZONES[name] ?? name)
}

function joined(parts: Parts): string | null {
  const month = MONTHS.indexOf((parts.month ?? '').toLowerCase()) + 1
  const hour = hourOf(parts)
  if (month === 0 || hour === null) return null
  if (parts.hour === undefined) return `${parts.year}-${two(month)}-${two(parts.day)}`
  const second = parts.second ?? '00'
  const exact = parts.fraction === undefined ? second : `${second}.${parts.fraction}`
  return `${parts.year}-${two(month)}-${two(parts.day)}T${two(hour)}:${parts.minute}:${exact}${zoneOf(parts.zone)}`
}

/** Returns the offset of a zone, by its name or its offset; UTC for none. */
export function zoneOf(zone = ''): string {
  const upper = zone.toUpperCase()
  return ZONES[upper] ?? (upper.replace(/^(?:GMT|UTC)/, '') || 'Z')
}

/** 12 AM is hour 0, and 12 PM hour 12. */
function hourOf({ hour, half }: Parts): number | null {
  const number = Number(hour ?? 0)
  if (half === undefined) return number
  if (number < 1 || number > 12) return null
  return (number % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
}

export function two(number: number | string | undefined): string {
  return String(number).padStart(2, '0')
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Other names of the months, in the order of the months. `oct` and `nov` are here for their dot. */
const NAMES = [
  'january janv janvier januar jänner enero ene gennaio gen janeiro',
  'february févr février februar febrero febbraio fevereiro fev',
  'march mars märz mär mrz marzo março',
  'april avr avril abril abr aprile',
  'mai mayo maggio mag maio',
  'june juin juni junio giugno giu junho',
  'july juil juillet juli julio luglio lug julho',
  'august août agosto ago',
  'september sept septembre septiembre settembre set setembro',
  'october octobre oktober okt octubre ottobre ott outubro out oct',
  'november novembre noviembre novembro nov',
  'december déc décembre dezember dez diciembre dic dicembre dezembro',
]
const SHORT: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, capital(MONTHS[index]!)] as const)),
)
const MONTH_NAME = new RegExp(`(?<!\\p{L})(?:${[...SHORT.keys()].join('|')})(?!\\p{L})\\.?`, 'iu')
export const TIME = '(?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2}))?'
const ZONES: { [name: string]: string | undefined } = {
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  WET: '+00:00',
  WEST: '+01:00',
  CET: '+01:00',
  CEST: '+02:00',
  EET: '+02:00',
  EEST: '+03:00',
}
/** A name behind an offset, as Go writes it, says the same again. */
const ZONE_AT_END = new RegExp(`(?<![+-][0-9]{2}(?::?[0-9]{2})?) (${Object.keys(ZONES).join('|')})$`)
export const ZONE = `(?<zone>Z|GMT|UTC|${Object.keys(ZONES).join('|')}|(?:GMT|UTC)?[+-][0-9]{2}:?[0-9]{2})`
const FORMS = [
  `^(?:[A-Z][a-z]{2}, )?(?<day>[0-9]{1,2})(?:\\.| de)?[ -](?<month>[A-Z][a-z]{2})(?: de)?[ -](?<year>[0-9]{4}),? ${TIME}(?: ?${ZONE})?$`,
  `^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) {1,2}(?<day>[0-9]{1,2}) ${TIME} (?:${ZONE} )?(?<year>[0-9]{4})$`,
  `^(?<month>[A-Z][a-z]{2}) {1,2}(?<day>[0-9]{1,2}) (?<year>[0-9]{4})[ :]${TIME}(?:\\.(?<fraction>[0-9]{1,9}))?(?: ?${ZONE})?$`,
  `^(?<month>[A-Z][a-z]{2}) (?<day>[0-9]{1,2}), (?<year>[0-9]{4}),? ${TIME}(?: (?<half>[AP]M))?(?: ${ZONE})?$`,
  `^(?<month>[A-Z][a-z]{2}) (?<day>[0-9]{1,2}), (?<year>[0-9]{4})(?: (?:UTC|GMT))?$`,
].map((form) => new RegExp(form))

type Parts = Record<string, string | undefined>
