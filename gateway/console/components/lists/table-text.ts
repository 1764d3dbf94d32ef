import { type DescField, type DescMessage, isMessage, type MessageShape } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import { utc } from '../instant.ts'
import { wordOf } from '../words.ts'

/** The fields of a message as the headings of a table of texts. */
export const headingsOf = (schema: DescMessage): string[] =>
  schema.fields.map(({ name }) => name.replaceAll('_', ' '))

/** A message as texts, a field each: enums by their words, times in UTC, what is nested as JSON. */
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

/** Names of types say nothing to a reader; bigint has no JSON. */
const plain = (name: string, value: unknown): unknown =>
  name === '$typeName' || name === '$unknown' ? undefined : typeof value === 'bigint' ? String(value) : value
