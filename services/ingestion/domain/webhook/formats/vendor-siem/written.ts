import { parseBody } from '../../body.ts'
import { eventOfText } from './event-text.ts'

/** What a text holds: the JSON of an object or a list, its base64, the JSON text of such a text, or an event in CEF or LEEF. */
export function written(text: string): readonly unknown[] | null {
  return containerOf(text, 2) ?? eventOfText(text)
}

/** The same, also behind what a shipper of logs writes before it: a header of syslog, `@cee:`, a container's time and stream. */
export function embedded(text: string): readonly unknown[] | null {
  const whole = written(text)
  if (whole !== null) return whole
  const start = HEADER.exec(text.slice(0, LONGEST_HEADER))?.[0].length
  return start === undefined ? null : containerOf(text.slice(start), 1)
}

/** `times`: how often a text may hold a text. */
function containerOf(text: string, times: number): readonly unknown[] | null {
  const parsed = parseBody(/^\s*[[{"]/.test(text) ? Buffer.from(text) : decoded(text))
  if (!parsed.ok || parsed.value === null) return null
  if (typeof parsed.value === 'string') return times > 1 ? containerOf(parsed.value, times - 1) : null
  return typeof parsed.value === 'object' ? [parsed.value] : null
}

/** Pub/Sub, Kinesis, Firehose and binary CloudEvents carry the JSON of an alert in base64. Empty for any other text. */
function decoded(text: string): Buffer {
  return text.length >= 4 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Buffer.from(text, 'base64')
    : Buffer.alloc(0)
}

const LONGEST_HEADER = 500
/** Ends where an object begins. */
const HEADER = /^[^{}]*[\s:](?=\{)/
