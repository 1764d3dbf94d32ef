import type { Timestamp } from '@bufbuild/protobuf/wkt'
import type { Lookup } from '../../api/lookups.ts'

/** A field of a form. */
export type Field = {
  name: string
  label: string
  kind?:
    | 'text'
    | 'textarea'
    | 'select'
    | 'number'
    | 'email'
    | 'password'
    | 'date'
    | 'datetime-local'
    | 'file'
    | 'checks'
    | 'check'
    | 'lookup'
  /** The choices, as `[value, label]`. */
  options?: readonly (readonly [string, string])[]
  /** The meaning of each choice, by its value. */
  meanings?: { [value: string]: string }
  hint?: string
  required?: boolean
  value?: string | readonly string[] | undefined
  /** For a date and time: the instant of `value`, which has no seconds. */
  at?: Timestamp
  min?: number
  max?: number
  /** For a number that may have decimals. */
  step?: 'any'
  rows?: number
  /** The name of the field in errors of the server, where it is another one than `name`. */
  errorName?: string
  autoComplete?: string
  /** The field is shown only while each of these other fields has one of its values. */
  when?: { [field: string]: readonly string[] }
  /** For the kind `lookup`: finds the choices. */
  lookup?: Lookup
  /** Finds suggestions for a field in which any text can be typed. */
  suggest?: Lookup
}
