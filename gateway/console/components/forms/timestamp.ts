import { type Timestamp, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { toField } from '../../language/instant.ts'
import type { Field } from './field.ts'

/** Returns an instant in the form that messages have. */
export const timestamp = (at: Date): Timestamp => timestampFromDate(at)

/** Returns the parts of a field of date and time that begins with an instant. */
export const beginningAt = (at: Timestamp | undefined): Pick<Field, 'value' | 'at'> =>
  at === undefined ? {} : { value: toField(at), at }

/** Returns the present minute. A field that begins with it is not in the future of a server whose clock is seconds behind. */
export const thisMinute = (): Timestamp => timestamp(new Date(Math.floor(Date.now() / 60_000) * 60_000))

/** Returns the name of the control that says which of two instants a typed time means. */
export const choiceOf = (name: string): string => `${name} is`
