import { create } from '@bufbuild/protobuf'
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt'

/** Milliseconds of the one form in which times leave: UTC, milliseconds, `Z`. */
export function isoTime(at: Date): string {
  return at.toISOString()
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

/** The instant of a protobuf timestamp, to the millisecond. */
export function dateOf(value: Timestamp): Date {
  return new Date(Number(value.seconds) * 1000 + Math.floor(value.nanos / 1_000_000))
}
