import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { parseRfc3339 } from './rfc3339.ts'

/** The form of every time in an answer: UTC, milliseconds, `Z`. */
export function isoTime(at: Date): string {
  return isoText(at.getTime())
}

/** The same form for a protobuf timestamp. @throws RangeError for nanos out of range */
export function timestampText({ seconds, nanos }: Timestamp): string {
  return isoText(millisecondsOf(seconds, nanos))
}

function isoText(ms: number): string {
  if (!(ms >= 0 && ms < YEAR_10000)) return new Date(ms).toISOString()
  const day = Math.floor(ms / DAY_MS)
  const ofDay = ms - day * DAY_MS
  const second = Math.floor(ofDay / 1000)
  const minute = Math.floor(second / 60)
  return `${dayText(day)}${MINUTES[minute]}${TWO[second - minute * 60]}.${MILLISECONDS[ofDay - second * 1000]}Z`
}

/** `2026-01-02T` of a day, from a cache of the last days. */
function dayText(day: number): string {
  const slot = day & (KEPT - 1)
  if (days[slot] !== day) {
    days[slot] = day
    texts[slot] = new Date(day * DAY_MS).toISOString().slice(0, 11)
  }
  return texts[slot]!
}

/** A protobuf timestamp of an instant, to the millisecond. */
export function timestamp(at: Date): Timestamp {
  const ms = at.getTime()
  const seconds = Math.floor(ms / 1000)
  return {
    $typeName: 'google.protobuf.Timestamp',
    seconds: BigInt(seconds),
    nanos: (ms - seconds * 1000) * 1_000_000,
  }
}

/** A protobuf timestamp of an RFC 3339 text that was accepted before, to the millisecond. */
export function timestampOf(text: string): Timestamp {
  return timestamp(parseRfc3339(text)!)
}

/**
 * The instant of a protobuf timestamp, to the millisecond. A timestamp whose nanos are out of range gives an invalid date,
 * because it would be a second spelling of another instant (google/protobuf/timestamp.proto).
 */
export function dateOf({ seconds, nanos }: Timestamp): Date {
  return new Date(millisecondsOf(seconds, nanos))
}

function millisecondsOf(seconds: bigint, nanos: number): number {
  if (nanos < 0 || nanos > 999_999_999) return Number.NaN
  return Number(seconds) * 1000 + Math.floor(nanos / 1_000_000)
}

/** A day of UTC in milliseconds. */
export const DAY_MS = 86_400_000
const YEAR_10000 = Date.UTC(10_000, 0, 1)
const MILLISECONDS = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'))
const TWO = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))
const MINUTES = Array.from({ length: 1440 }, (_, i) => `${TWO[Math.floor(i / 60)]}:${TWO[i % 60]}:`)
/** A power of two. Current times and their deadlines fall on a few days only. */
const KEPT = 128
const days = new Array<number>(KEPT).fill(Number.NaN)
const texts = new Array<string>(KEPT).fill('')

/** The longest time for which a timer of Node.js waits. A timer of a longer time ends at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1
