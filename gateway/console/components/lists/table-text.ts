import { type DescField, type DescMessage, isMessage, type MessageShape } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import { utc } from '../../language/instant.ts'
import { wordOf } from '../../language/words.ts'

/** Returns the headings of a table of texts: the fields of a message. */
export const headingsOf = (schema: DescMessage): string[] =>
  schema.fields.map(({ name }) => name.replaceAll('_', ' '))

/** Returns the fields of a message as texts: enums as their words, times in UTC, nested values as JSON. */
export function textsOf<M extends DescMessage>(schema: M, message: MessageShape<M>): string[] {
  const values = message as unknown as Record<string, unknown>
  return schema.fields.map((field) => textOf(field, values[field.localName]))
}

function textOf(field: DescField, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map((one) => textOf(field, one)).join(' ')
  if (field.enum !== undefined && typeof value === 'number') return wordOf(field.enum, value)
  if (isMessage(value, TimestampSchema)) return utc(value)
  return typeof value === 'object' ? JSON.stringify(value, plain) : String(value)
}

/** Leaves out the names of types, which mean nothing to a reader, and writes bigint, which has no JSON, as a string. */
const plain = (name: string, value: unknown): unknown =>
  name === '$typeName' || name === '$unknown' ? undefined : typeof value === 'bigint' ? String(value) : value
