import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { parseRfc3339 } from '../../services/kernel/values/rfc3339.ts'
import { isoTime, timestamp, timestampText } from '../../services/kernel/values/time.ts'

/** UTC, milliseconds, `Z`; null where there is no value. */
export function timeJson(value: Timestamp | undefined): string | null {
  return value === undefined ? null : timestampText(value)
}

/** The instant of a timestamp that its schema has already accepted. */
export function timeProto(text: string): Timestamp {
  return timestamp(parseRfc3339(text)!)
}

/** The canonical form of a timestamp that its schema has already accepted. */
export function timeText(text: string): string {
  const canonical = text.length === 24 && text.endsWith('Z') && text[10] === 'T'
  return canonical ? text : isoTime(parseRfc3339(text)!)
}

/** The cursor of a list answer: null when no more pages exist. */
export function cursorJson(cursor: string): string | null {
  return cursor === '' ? null : cursor
}
