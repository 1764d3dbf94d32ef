import { type Timestamp, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { toField, typedInstant } from '../instant.ts'

/** Returns an instant in the form that messages have. */
export const timestamp = (at: Date): Timestamp => timestampFromDate(at)

/**
 * Returns the instant of a field that shows minutes. Where the person has not changed the field, the seconds stay: the instant
 * could otherwise move across a deadline.
 */
export const typedTimestamp = (typed: string, began: Timestamp | undefined): Timestamp =>
  began !== undefined && toField(began) === typed ? began : timestamp(typedInstant(typed))
