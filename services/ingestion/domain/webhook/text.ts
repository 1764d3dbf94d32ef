import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { LIMITS } from '../../../kernel/values/limits.ts'

/** Returns a text that may be stored: NUL and lone surrogates, which PostgreSQL refuses, become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Whether a text has at most `limit` characters (Unicode code points). */
export function fits(text: string, limit: number): boolean {
  return text.length <= limit || endOf(text, limit) === text.length
}

/**
 * Returns a text of at most `limit` characters. A longer one is cut and ends in a visible mark: an alert is not lost because its
 * title is long. The whole text stays in the raw bytes of the delivery.
 */
export function cut(text: string, limit: number): { text: string; shortened: boolean } {
  if (fits(text, limit)) return { text, shortened: false }
  return { text: text.slice(0, endOf(text, limit - CUT_MARK.length)) + CUT_MARK, shortened: true }
}

/**
 * Returns a sender's event id with at most 200 characters. If it had to be shortened or a character of it replaced, it ends in
 * the SHA-256 of the original, so that two events never become one: a false replay would lose an event.
 */
export function storableIdentifier(original: string): { text: string; shortened: boolean } {
  const text = storable(original)
  if (text === original && fits(text, LIMITS.identifier)) return { text, shortened: false }
  const mark = `…sha256:${sha256Hex(JSON.stringify(original))}`
  return { text: text.slice(0, endOf(text, LIMITS.identifier - mark.length)) + mark, shortened: true }
}

/** Returns the index at which the first `count` characters of a text end, never inside a surrogate pair. */
function endOf(text: string, count: number): number {
  let end = 0
  for (let n = 0; n < count && end < text.length; n++) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return end
}

/** Returns a string as it is, and a finite number or an exact integer in decimal; null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/**
 * Returns the text of a text, number or boolean, without white space at its ends, which templates leave there; empty for anything
 * else. It does not use `String(value)` for other values: an object may have a key `toString`.
 */
export function plainText(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (textOf(value) ?? '').trim()
}

/** Puts a title on one line, without white space at its ends. */
export function oneLine(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const lines = value.split(/[\r\n]/).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/**
 * Whether a value is only a variable of a template that its sender did not fill in: `{EVENT.ID}` and `*UNKNOWN*` of Zabbix,
 * `$ALERT_ID` of Datadog, `$service.name$` of Icinga, `##ALERTID##` of LogicMonitor, `%ALERTID%`, `%{[event][id]}` of Logstash,
 * `@{body('id')}` of Logic Apps, `{{ json issueId }}`. If it were read as an id, all alerts of the sender would be one.
 */
export function isPlaceholder(value: unknown): boolean {
  return (
    typeof value === 'string' && value.length < 200 && PLACEHOLDERS.some((form) => form.test(value.trim()))
  )
}

const PLACEHOLDERS = [
  /^\{\{[^{}]*\}\}$/,
  /^\{[A-Za-z][A-Za-z0-9_.]*\}$/,
  /^%\{[\w.@[\]-]+\}$/,
  /^@\{[^{}]+\}$/,
  /^<%[^%]*%>$/,
  /^\$\{N=[^{}]+\}$/,
  /^\$[A-Z]+(?:_[A-Z0-9]+)+$/,
  /^\$\{[A-Za-z]\w*(?:\.\w+)*\}$/,
  /^\$[A-Za-z][\w.]*\$$/,
  /^##[A-Za-z][\w.]*##$/,
  /^%[A-Za-z][\w.]*%$/,
  /^\*UNKNOWN\*$/,
]

/**
 * Whether a text stands for an absent value: blank, or a word such as `N/A` that templates and languages write for one. If it were
 * read as an id, all alerts of the sender without an id would be one.
 */
export function isAbsent(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (word.length > LONGEST_ABSENT) return false
  const bare = word.replace(/^[(<[{"']/, '').replace(/[)>\]}"']$/, '')
  return ABSENT.has(bare) || /^-*$/.test(bare)
}

const ABSENT: ReadonlySet<string> = new Set([
  ...['n/a', 'na', 'nan', 'null', 'nil', 'none', 'undefined', 'unknown', 'unspecified', 'empty', 'missing'],
  ...['not available', 'not applicable', 'not set', 'not specified'],
])
const LONGEST_ABSENT = 20

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

export const CUT_MARK = ' … [truncated]'
