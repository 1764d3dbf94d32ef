import { gunzipSync } from 'node:zlib'
import { LIMITS } from '../../../../../kernel/values/limits.ts'
import { parseBody } from '../../body.ts'
import { isObject } from '../../own.ts'
import { deviceEntries } from './device-text.ts'
import { eventsOfText } from './event-text.ts'
import { fortinetEntries } from './fortinet-text.ts'
import { once } from './once.ts'
import { endpointSecurityEntry } from './structured-text.ts'
import { MAX_ALERTS } from './with-shared.ts'

/**
 * Returns the readers of the texts in one body.
 *
 * `written` reads the JSON of an object or a list, objects of JSON one a line, the base64 of these (also gzip-compressed), a
 * JSON string of such a text, and CEF or LEEF events and device log entries, one a line.
 * `embedded` reads the same, also after the text that a log shipper puts before it: a syslog header, `@cee:`, a container's
 * time and stream.
 *
 * All compressed texts of a body together MUST NOT become larger than a body may be, however often one of them is read. A
 * malformed one counts as the most that it can have become.
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

/** Reads the JSON in a text. `times`: how deep JSON strings may hold another such text. */
function containerOf(text: string, times: number, inflation: Inflation): readonly unknown[] | null {
  const parsed = parseBody(/^\s*[[{"]/.test(text) ? Buffer.from(text) : decoded(text, inflation))
  if (!parsed.ok) return linesOf(text)
  if (typeof parsed.value === 'string')
    return times > 1 ? containerOf(parsed.value, times - 1, inflation) : null
  return typeof parsed.value === 'object' && parsed.value !== null ? [parsed.value] : null
}

/** Reads objects of JSON, one a line, as streams of records hold them; null if any line is something else. */
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

/** Whether a line ends with an object, and the next line begins with one. */
function hasObjectALine(text: string): boolean {
  const lines = text.trimStart()
  const end = lines.indexOf('\n')
  if (end === -1 || !lines.startsWith('{') || !lines.slice(0, end).trimEnd().endsWith('}')) return false
  return lines.slice(end).trimStart().startsWith('{')
}

/**
 * Decodes base64, in which Pub/Sub, Kinesis, Firehose and binary CloudEvents carry JSON; CloudWatch Logs subscriptions compress
 * it. Returns an empty buffer for any other text.
 */
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
    // The size that was reached is not known, so the most that the bytes can become is counted.
    const isMalformed = (error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE'
    if (isMalformed) inflation.left = Math.max(0, most - bytes.length * MOST_OF_A_BYTE)
    return NOTHING
  }
}

/** The number of bytes that compressed texts may still become. */
type Inflation = { left: number }

/** Most bytes that one byte of deflate can become (zlib.net/zlib_tech.html). */
const MOST_OF_A_BYTE = 1032
const NOTHING = Buffer.alloc(0)
const LONGEST_HEADER = 500
/** Ends where an object or a list of objects begins. */
const HEADER = /^[^{}]*[\s:](?=\[?\{)/
