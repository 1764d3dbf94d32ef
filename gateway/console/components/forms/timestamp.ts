import { type Timestamp, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { toField, typedInstant } from '../instant.ts'

/** An instant as messages carry it. */
export const timestamp = (at: Date): Timestamp => timestampFromDate(at)

/**
 * The instant that a field with a precision of minutes names. An unchanged field keeps its seconds: the instant could otherwise
 * move across a deadline.
 */
export const typedTimestamp = (typed: string, began: Timestamp | undefined): Timestamp =>
  began !== undefined && toField(began) === typed ? began : timestamp(typedInstant(typed))
