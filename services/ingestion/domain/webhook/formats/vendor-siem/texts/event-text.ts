import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'
import { own, setOwn } from '../../../own.ts'
import { MAX_ALERTS } from '../with-shared.ts'

/**
 * Reads events in ArcSight's Common Event Format (CEF) or IBM's Log Event Extended Format (LEEF), one a line, with or without a
 * syslog header. The fields of the event's header get the names of the format; those of its extension stand beside them. An
 * event without a time of its own gets the time of the syslog header, which tells it from the next identical event. A line that
 * begins no event continues the event before it. Returns null for any other text, and for a text with a syslog message in which
 * no event begins.
 */
export function eventsOfText(text: string): readonly unknown[] | null {
  const whole = uncut(text)
  if (!START.test(whole.slice(0, LONGEST_HEADER))) return null
  const events: unknown[] = []
  for (const line of linesOf(whole.replace(/\r(?!\n)/g, '\n'))) {
    const read = eventsOfLine(line)
    if (read === null) return null
    for (const event of read) events.push(event)
    if (events.length > MAX_ALERTS) return events
  }
  return events
}

/**
 * Restores the prefix. A syslog receiver can take `CEF:` or `LEEF:` for the name of the program, and pass on only the text
 * after it, or write the name into a header of RFC 5424: `<14>1 2026-03-03T10:40:07Z host CEF - - - 0|…`.
 */
function uncut(text: string): string {
  if (!CUT.test(text.slice(0, LONGEST_KIND))) return text.replace(PROGRAM, '$1$2:')
  return `${/^\s*[0-9]\|/.test(text) ? 'CEF' : 'LEEF'}:${text.trimStart()}`
}

/**
 * Reads the event of a line, or several events if the sender lost the line ends between them. Each of these has a whole header.
 */
function eventsOfLine(line: string): unknown[] | null {
  const events: unknown[] = []
  let from = 0
  let header = line.indexOf('|')
  let kind = kindAt(line, Math.max(0, line.slice(0, LONGEST_HEADER).search(/(?:CEF|LEEF):/)))
  for (const { index } of line.matchAll(NEXT)) {
    const end = index > header ? endBefore(line, index, kind) : null
    if (end === null || end <= header) continue
    const before = eventOfText(line.slice(from, end))
    if (before === null || events.length > MAX_ALERTS) break
    events.push(before)
    from = end + 1
    kind = kindAt(line, index + 1)
    header = line.indexOf('|', from)
  }
  const last = eventOfText(line.slice(from))
  if (last !== null) return [...events, last]
  const whole = eventOfText(line)
  return whole === null ? null : [whole]
}

/**
 * Returns the index at which an event ends and the syslog header of the next one begins; null if the next one is only the value
 * of a field, which holds the event as it was received.
 *
 * Such a value is of the same kind as the event around it. Text of another kind that looks like a value can be an attacker's,
 * written before a real next event. The name of the field stays with the event before; otherwise it would be read as the end of
 * another field's value.
 */
function endBefore(line: string, index: number, kind: string): number | null {
  const start = Math.max(0, index - LONGEST_BETWEEN)
  const between = line.slice(start, index + 1)
  const prioritised = PRIORITISED.exec(between)
  const isValue = prioritised === null ? RECEIVED.test(between) : prioritised[1] === '='
  if (isValue && kindAt(line, index + 1) === kind) return null
  if (prioritised !== null) return start + prioritised.index + (isValue ? 1 : 0)
  return line[index] === ':' ? null : index
}

/** Returns vendor, product and class of the event that begins at an index. */
function kindAt(line: string, at: number): string {
  const [, vendor, product, , code] = line.slice(at, at + LONGEST_KIND).split('|', 5)
  return [vendor, product, code].join('|')
}

/**
 * Returns the text of each event, at most one more than the limit. Lines before the first event belong to it, unless they are a
 * syslog message.
 */
function linesOf(text: string): string[] {
  const events: string[] = []
  let from = 0
  const first = lineAt(text, 0)
  let begun = START.test(first) || PRIORITY.test(first)
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    const line = lineAt(text, end + 1)
    if (!START.test(line) && !PRIORITY.test(line)) continue
    if (!begun) {
      begun = true
      continue
    }
    events.push(text.slice(from, end))
    from = end + 1
    if (events.length > MAX_ALERTS) return events
  }
  return [...events, text.slice(from)]
}

function lineAt(text: string, from: number): string {
  const end = text.indexOf('\n', from)
  return text.slice(from, Math.min(from + LONGEST_HEADER, end === -1 ? text.length : end))
}

function eventOfText(text: string): { [key: string]: unknown } | null {
  const start = START.exec(text.slice(0, LONGEST_HEADER))
  if (start === null) return null
  const event = text.slice(start.index + start[0].indexOf(start[1]!))
  const fields = start[1] === 'CEF' ? cef(event) : leef(event)
  if (fields === null) return null
  const syslogTime = isTimed(fields) ? undefined : lastTimeOf(text.slice(0, start.index))
  return syslogTime === undefined ? fields : { ...fields, syslogTime }
}

/** Returns the time of the device's syslog header: the last one, since relays put theirs in front. */
export function lastTimeOf(headers: string): string | undefined {
  return [...headers.matchAll(SYSLOG_TIME)].at(-1)?.[1]
}

/**
 * Returns the identity of an event: the hash of the whole event. If its syslog header has a time, the `@timestamp` of a shipper
 * or relay is left out: it can differ each time the event is passed on.
 */
export function eventIdentity(event: unknown): string {
  if (!isObject(event) || !isTextEvent(event) || event.syslogTime === undefined) return contentHash(event)
  const { '@timestamp': _, ...rest } = event
  return contentHash(rest)
}

/**
 * Returns the time of the syslog header if it has a year. Otherwise the shipper's time is more exact, since it has the zone.
 */
export function wholeSyslogTime(event: unknown): unknown {
  const time = valueAt(event, 'syslogTime')
  return typeof time === 'string' && /[0-9]{4}/.test(time) ? time : undefined
}

/** Adds the time that a shipper put beside the text to the events that have no time. */
export function withTimeOf(envelope: unknown, content: readonly unknown[]): readonly unknown[] {
  const time = valueAt(envelope, '@timestamp', 'timestamp', 'time', 'timeUnixNano')
  return content.map((event) =>
    time !== undefined && isTextEvent(event) && !isTimed(event) ? { ...event, '@timestamp': time } : event,
  )
}

function isTextEvent(event: unknown): event is { [key: string]: unknown } {
  return (
    own(event, 'cef', 'deviceVendor') !== undefined ||
    own(event, 'leef', 'vendor') !== undefined ||
    isObject(own(event, 'kes'))
  )
}

function isTimed(event: unknown): boolean {
  return valueAt(event, ...TIMES) !== undefined
}

/** `CEF:Version|Device Vendor|Device Product|Device Version|Device Event Class ID|Name|Severity|[Extension]` */
function cef(event: string): { [key: string]: unknown } | null {
  const parts = splitAt(event, 8)
  if (parts.length < 7) return null
  // Check Point's exporter can write an empty field before its name, which shifts every later field by one.
  const [, empty, shifted] = parts
  if (empty === '' && shifted === 'Check Point') return cef(event.replace('||', '|'))
  const [, deviceVendor, deviceProduct, deviceVersion, deviceEventClassId, name, severity] = parts.map(plain)
  const header = { deviceVendor, deviceProduct, deviceVersion, deviceEventClassId, name, severity }
  return { cef: { extension: pairs(parts[7] ?? '', CEF_KEY), ...header } }
}

/**
 * `LEEF:Version|Vendor|Product|Version|EventID|[Delimiter|]Attributes`. Attributes are separated by tabs unless a delimiter is
 * given.
 */
function leef(event: string): { [key: string]: unknown } | null {
  const second = /^LEEF:\s?2/.test(event)
  const parts = splitAt(event, second ? 7 : 6)
  if (parts.length < 5) return null
  const [, vendor, product, version, eventId] = parts.map(plain)
  const attributes: Fields = {}
  const delimiter = second && parts.length === 7 ? delimiterOf(parts[5]!) : separatorIn(parts.at(-1)!)
  for (const pair of parts.at(-1)!.split(delimiter)) {
    const at = pair.indexOf('=')
    if (at > 0) setOwn(attributes, pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return { leef: { attributes: parts.length === 5 ? {} : attributes, vendor, product, version, eventId } }
}

/**
 * Returns the separator: a tab, unless the text has none and shows another. Palo Alto Networks uses a bar without declaring it.
 */
function separatorIn(attributes: string): string {
  // This is how rsyslog escapes a tab.
  if (!attributes.includes('\t') && /#011\w{1,60}=/.test(attributes)) return '#011'
  return !attributes.includes('\t') && /^[\w.]{1,100}=[^|]{0,1000}\|[\w.]{1,100}=/.test(attributes)
    ? '|'
    : '\t'
}

/** Reads a delimiter: a character, or its code as `x09` or `0x09`. */
function delimiterOf(text: string): string {
  const code = /^0?x([0-9a-f]{1,4})$/i.exec(text)?.[1]
  return code === undefined ? text || '\t' : String.fromCharCode(Number.parseInt(code, 16))
}

/** Splits a text at bars, except those after a backslash. The last part has the rest. */
function splitAt(text: string, most: number): string[] {
  const parts: string[] = []
  let from = 0
  for (let i = 0; i < text.length && parts.length < most - 1; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '|') {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

/** Reads pairs. Values may hold spaces, so each ends where the next key begins. */
function pairs(text: string, key: RegExp): Fields {
  const fields: Fields = {}
  const keys = [...text.matchAll(key)].slice(0, MAX_FIELDS)
  for (const [index, found] of keys.entries()) {
    const value = text.slice(found.index + found[0].length, keys[index + 1]?.index).trim()
    setOwn(fields, found[1]!, plain(value))
  }
  return fields
}

function plain(text: string): string {
  return text.replace(/\\([\\|=nr])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped).trim()
}

type Fields = { [key: string]: string }

const ESCAPES: Fields = { n: '\n', r: '\r' }
const CUT =
  /^\s{0,9}(?:[01]\|[A-Z][^|\n]{1,60}\|[^|\n]{1,100}\|[^|\n]{0,60}\|[^|\n]{1,200}\|[^|\n]{1,500}\|[\w -]{1,20}\||[12]\.0\|[A-Z][^|\n]{1,60}\|[^|\n]{1,100}\|[^|\n]{0,60}\|[^|\n]{1,200}\|(?=\w+=))/
const PROGRAM = /^(<[0-9]{1,3}>1 \S{1,40} \S{1,255} )(CEF|LEEF):? \S{1,128} \S{1,32} - (?=[0-2](?:\.0)?\|)/gm
const START = /(?:^|[\s:"])(CEF|LEEF):\s?[0-9][0-9.]{0,5}\|/
const NEXT =
  /[ \t:](?=CEF:\s?[0-9][0-9.]{0,5}(?:\|[^|\n]{1,500}){6}\||LEEF:\s?[0-9][0-9.]{0,5}(?:\|[^|\n]{1,500}){4}\|)/g
const PRIORITISED = /([ \t=])(?:[0-9]{1,6} )?<[0-9]{1,3}>[^|=<\n]{0,200}$/
const RECEIVED = /(?:^|\s)rawEvent=(?:[A-Z][a-z]{2} |[0-9]{4}-[0-9]{2}-)[^|=\n]{0,200}$/
const LONGEST_BETWEEN = 300
/** Limit of the header's fields up to the class, in characters. */
const LONGEST_KIND = 2600
const PRIORITY = /^\s{0,20}<[0-9]{1,3}>\S/
const CEF_KEY = /(?:^|\s)([\w.\-[\]]{1,100})=/g
/**
 * The time of RFC 5424 and rsyslog, or of RFC 3164, whose year can be missing. Some devices write a space for the T, or a
 * fraction.
 */
const SYSLOG_TIME =
  /(?:^|[\s>])([0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]{5,18}(?:Z|[+-][0-9]{2}:?[0-9]{2})?|[A-Z][a-z]{2} {1,2}[0-9]{1,2} (?:[0-9]{4} )?[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?)(?=:?(?:\s|$))/g
const TIMES = [
  ...['cef.extension.rt', 'cef.extension.end', 'cef.extension.start', 'cef.extension.FTNTFGTeventtime'],
  ...['cef.extension.FortinetFortiGateeventtime', 'cef.extension.event_timestamp'],
  'cef.extension.change_timestamp',
  ...['cef.extension.endTime', 'cef.extension.startTime'],
  ...['leef.attributes.devTime', 'leef.attributes.eventTime'],
]
const LONGEST_HEADER = 500
const MAX_FIELDS = 500
