import { gunzipSync } from 'node:zlib'
import { LIMITS } from '../../../../../kernel/values/limits.ts'
import { parseBody } from '../../body.ts'
import { isObject } from '../../own.ts'
import { deviceEntries } from './device-text.ts'
import { eventsOfText } from './event-text.ts'
import { fortinetEntries } from './fortinet-text.ts'
import { once } from './once.ts'
import { MAX_ALERTS } from './shared.ts'
import { endpointSecurityEntry } from './structured-text.ts'

/**
 * Reads the texts of one body. `written`: what a text holds, which is the JSON of an object or a list, such objects line by line,
 * their base64, also compressed with gzip, the JSON text of such a text, or events in CEF or LEEF and entries in the texts of devices, one a line. `embedded`: the same, also behind what a shipper of
 * logs writes before it: a header of syslog, `@cee:`, a container's time and stream. All of a body's compressed texts together
 * become no more than a body may have, however often one of them is looked at; one that is malformed counts as what it may have become.
 */
export function readingTexts() {
  const inflation: Inflation = { left: LIMITS.bodyBytes }
  const written = once(
    (text: string): readonly unknown[] | null =>
      containerOf(text, 2, inflation) ??
      eventsOfText(text) ??
      fortinetEntries(text) ??
      deviceEntries(text) ??
      endpointSecurityEntry(text),
  )
  const embedded = once((text: string): readonly unknown[] | null => {
    const whole = written(text)
    if (whole !== null) return whole
    const start = HEADER.exec(text.slice(0, LONGEST_HEADER))?.[0].length
    return start === undefined ? null : containerOf(text.slice(start), 1, inflation)
  })
  return { written, embedded }
}

/** `times`: how often a text may hold a text. */
function containerOf(text: string, times: number, inflation: Inflation): readonly unknown[] | null {
  const parsed = parseBody(/^\s*[[{"]/.test(text) ? Buffer.from(text) : decoded(text, inflation))
  if (!parsed.ok) return linesOf(text)
  if (typeof parsed.value === 'string')
    return times > 1 ? containerOf(parsed.value, times - 1, inflation) : null
  return typeof parsed.value === 'object' && parsed.value !== null ? [parsed.value] : null
}

/** Objects of JSON, one a line, as streams of records hold them; null where a line is anything else. */
function linesOf(text: string): readonly unknown[] | null {
  if (!hasObjectALine(text)) return null
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const objects: unknown[] = []
  for (const line of lines.slice(0, MAX_ALERTS + 1)) {
    const parsed = parseBody(Buffer.from(line))
    if (!parsed.ok || !isObject(parsed.value)) return null
    objects.push(parsed.value)
  }
  return objects
}

/** Whether an object ends with its line, and another begins with the next. */
function hasObjectALine(text: string): boolean {
  const lines = text.trimStart()
  const end = lines.indexOf('\n')
  if (end === -1 || !lines.startsWith('{') || !lines.slice(0, end).trimEnd().endsWith('}')) return false
  return lines.slice(end).trimStart().startsWith('{')
}

/** Pub/Sub, Kinesis, Firehose and binary CloudEvents carry the JSON of an alert in base64, subscriptions of CloudWatch Logs compressed. Empty for any other text. */
function decoded(text: string, inflation: Inflation): Buffer {
  if (text.length < 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return NOTHING
  const bytes = Buffer.from(text, 'base64')
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? inflated(bytes, inflation) : bytes
}

function inflated(bytes: Buffer, inflation: Inflation): Buffer {
  if (inflation.left === 0) return NOTHING
  const most = inflation.left
  inflation.left = 0
  try {
    const content = gunzipSync(bytes, { maxOutputLength: most })
    inflation.left = most - content.length
    return content
  } catch (error) {
    // How far it came is not known: at most so far.
    const isMalformed = (error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE'
    if (isMalformed) inflation.left = Math.max(0, most - bytes.length * MOST_OF_A_BYTE)
    return NOTHING
  }
}

/** How many bytes compressed texts may still become. */
type Inflation = { left: number }

/** What a byte of deflate becomes at most (zlib.net/zlib_tech.html). */
const MOST_OF_A_BYTE = 1032
const NOTHING = Buffer.alloc(0)
const LONGEST_HEADER = 500
/** Ends where an object or a list of objects begins. */
const HEADER = /^[^{}]*[\s:](?=\[?\{)/
