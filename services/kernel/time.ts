import { create } from '@bufbuild/protobuf'
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt'

/** The one form in which times leave: UTC, milliseconds, `Z`. */
export function isoTime(at: Date): string {
  const ms = at.getTime()
  if (!(ms >= 0 && ms < YEAR_10000)) return at.toISOString()
  const ofMinute = ms % 60_000
  if (ms - ofMinute !== minute) {
    minute = ms - ofMinute
    prefix = at.toISOString().slice(0, 17)
  }
  return `${prefix}${SECONDS[Math.floor(ofMinute / 1000)]}.${MILLISECONDS[ofMinute % 1000]}Z`
}

/** A protobuf timestamp of an instant, to the millisecond. */
export function timestamp(at: Date): Timestamp {
  const ms = at.getTime()
  const seconds = Math.floor(ms / 1000)
  return create(TimestampSchema, { seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1_000_000 })
}

/** A protobuf timestamp of the text that isoTime gives. */
export function timestampOf(text: string): Timestamp {
  return timestamp(new Date(text))
}

/**
 * The instant of a protobuf timestamp, to the millisecond. Of one whose nanos are out of range, which could say one
 * instant in many ways (google/protobuf/timestamp.proto), an invalid date.
 */
export function dateOf({ seconds, nanos }: Timestamp): Date {
  if (nanos < 0 || nanos > 999_999_999) return new Date(Number.NaN)
  return new Date(Number(seconds) * 1000 + Math.floor(nanos / 1_000_000))
}

/** The minute that was formatted last, and its text up to the seconds: most times of a moment share it. */
let minute = Number.NaN
let prefix = ''
const SECONDS = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))
const MILLISECONDS = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'))
const YEAR_10000 = Date.UTC(10_000, 0, 1)
