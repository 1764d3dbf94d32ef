import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { LIMITS } from '../../../../../../kernel/values/limits.ts'
import { parseBody } from '../../../body.ts'
import { commonFormatOf, recognisedBy } from '../matching/recognised-by.ts'
import { deviceEntries } from '../texts/device-text.ts'
import { epoEventsOfText } from '../texts/epo-text.ts'
import { eventsOfText } from '../texts/event-text.ts'
import { fortinetEntries } from '../texts/fortinet-text.ts'
import { mixedText } from '../texts/mixed-text.ts'
import { endpointSecurityEntry } from '../texts/structured-text.ts'
import { objectTexts, withoutOctetCounts } from '../texts/text-sequences.ts'
import { LONGEST_HEADER, transportHeader } from '../texts/transport-header.ts'
import { windowsEventsOfText } from '../texts/windows-event.ts'
import { MAX_OBJECTS } from '../with-shared.ts'
import { once } from './once.ts'

/**
 * Returns the readers of the texts in one body.
 *
 * `written` reads the JSON of an object or a list, objects, and lists of objects, one after the other, a JSON string of such a text, CEF or LEEF
 * events and device log entries, one a line, events of Windows and ePO in XML, and the base64 of any of these (also gzip-compressed).
 * `embedded` reads the same, also after the text that a log shipper puts before it, on each line: a syslog header, `@cee:`, a
 * container's time and stream. `json` reads JSON alone, and its base64.
 *
 * All compressed texts of a body together MUST NOT become larger than a body may be, however often one of them is read. A
 * malformed one counts as the most that it can have become.
 */
export function readingTexts() {
  const inflation: Inflation = { left: LIMITS.bodyBytes }
  const plain = once((text: string): string => withoutOctetCounts(decoded(text, inflation) ?? text))
  const headed = once((content: string): readonly unknown[] | null => {
    return behindHeader(content, plain) ?? behindHeaders(content, plain)
  })
  const written = once((text: string): readonly unknown[] | null => {
    const content = plain(text)
    return (
      containerOf(content, plain) ??
      mixedText(content, { json: (part) => containerOf(part, plain), entries, holdsAlert }) ??
      // Entries of devices in JSON have escaped line ends, and would be read as one.
      (transportHeader(content) === undefined ? null : headed(content)) ??
      entries(content)
    )
  })
  const embedded = once((text: string): readonly unknown[] | null => {
    return written(text) ?? headed(plain(text))
  })
  const json = once((text: string): readonly unknown[] | null => containerOf(plain(text), plain))
  return { written, embedded, json }
}

/** Reads the entries of devices in a text. */
function entries(text: string): readonly unknown[] | null {
  return (
    eventsOfText(text) ??
    fortinetEntries(text) ??
    deviceEntries(text) ??
    endpointSecurityEntry(text) ??
    windowsEventsOfText(text) ??
    epoEventsOfText(text)
  )
}

/** Whether a value is an alert, or a list or envelope of one: `[alert]`, `{data: alert}`, `{alerts: [alert]}`. */
function holdsAlert(value: unknown, depth = 2): boolean {
  if ((recognisedBy(value) ?? commonFormatOf(value)) !== undefined) return true
  if (depth === 0 || typeof value !== 'object' || value === null) return false
  return Object.values(value).some((member) => holdsAlert(member, depth - 1))
}

/**
 * Reads the JSON in a text. `plain` decodes the text in a JSON string, which is read once: a JSON string in a JSON string is
 * nothing.
 */
function containerOf(text: string, plain: ((text: string) => string) | null): readonly unknown[] | null {
  if (!/^\s*[[{"]/.test(text)) return null
  const parsed = parseBody(Buffer.from(text))
  if (!parsed.ok) return objectsOf(text)
  if (typeof parsed.value === 'string') return plain && containerOf(plain(parsed.value), null)
  return typeof parsed.value === 'object' && parsed.value !== null ? [parsed.value] : null
}

/** Reads the objects, and lists of objects, of JSON that follow each other in a text, as streams of records hold them. */
function objectsOf(text: string): readonly unknown[] | null {
  const objects: unknown[] = []
  for (const one of objectTexts(text) ?? []) {
    const parsed = parseBody(Buffer.from(one))
    if (!parsed.ok) return null
    objects.push(parsed.value)
  }
  return objects.length === 0 ? null : objects
}

function behindHeader(text: string, plain: (text: string) => string): readonly unknown[] | null {
  const start = HEADER.exec(text.slice(0, LONGEST_HEADER))?.[0].length
  return start === undefined ? null : containerOf(text.slice(start), plain)
}

/** Reads lines that each have a header and JSON; null if any line is something else. */
function behindHeaders(text: string, plain: (text: string) => string): readonly unknown[] | null {
  if (!HEADER.test(text.slice(0, LONGEST_HEADER)) || !text.includes('\n')) return null
  const contents: unknown[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const content = containerOf(line, plain) ?? behindHeader(line, plain)
    if (content === null) return null
    contents.push(...content)
    if (contents.length > MAX_OBJECTS) break
  }
  return contents.length === 0 ? null : contents
}

/**
 * Decodes base64, in which Pub/Sub, Kinesis, Firehose and binary CloudEvents carry texts, also in its form for addresses and in
 * lines of mails; CloudWatch Logs subscriptions compress it. Returns null for any other text.
 */
function decoded(text: string, inflation: Inflation): string | null {
  if (text.length < SHORTEST || !BASE64.test(text.slice(0, LONGEST_HEADER)) || !BASE64.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  const content = bytes[0] === 0x1f && bytes[1] === 0x8b ? inflated(bytes, inflation) : bytes
  // Short words are base64, too: of many, an exception for each would take long.
  return content.length > 0 && isUtf8(content) ? UTF8.decode(content) : null
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
    if (isMalformed) inflation.left = Math.max(0, most - bytes.length * MAX_OF_A_BYTE)
    return NOTHING
  }
}

/** The number of bytes that compressed texts may still become. */
type Inflation = { left: number }

/** Most bytes that one byte of deflate can become (zlib.net/zlib_tech.html). */
const MAX_OF_A_BYTE = 1032
const NOTHING = Buffer.alloc(0)
/** Removes a byte-order mark. */
const UTF8 = new TextDecoder()
const BASE64 = /^[A-Za-z0-9+/_\-\r\n]+={0,2}\s{0,2}$/
/** The base64 of the shortest text that is read: an empty object. */
const SHORTEST = 4
/** Ends where an object or a list of objects begins. */
const HEADER = /^[^{}]*[\s:](?=\[?\{)/
