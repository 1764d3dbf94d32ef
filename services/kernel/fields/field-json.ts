import { type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf'
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt'
import type { JsonValue } from '../json/canonical-json.ts'
import { enumText } from '../values/enum-text.ts'
import { timestampOf, timestampText } from '../values/time.ts'
import { compile } from './compile.ts'

/** The fields of a message by their local names. */
export type Fields = { [name: string]: unknown }

/** A field of a message, its key in JSON, and whether an empty text is null there. */
export type JsonField = { key: string; field: DescField; nullWhenEmpty?: boolean }

type Json = { [key: string]: JsonValue }

/**
 * Makes the function that writes messages as JSON objects with the given keys, in their order: an enum value as its word, a
 * timestamp as RFC 3339 text in UTC with milliseconds, bytes as lower-case hex, an int64 as a number, an absent field as null.
 *
 * @param fieldsOf the fields of the message and of every message inside of it
 */
export function jsonWriter(
  desc: DescMessage,
  fieldsOf: (desc: DescMessage) => JsonField[],
): (message: Message) => Json {
  const scope: Fields = {}
  const members = fieldsOf(desc).map(({ key, field, nullWhenEmpty = false }, i) => {
    const value = `message.${field.localName}`
    const absent = nullWhenEmpty ? "''" : 'undefined'
    const write = valueWriter(field, fieldsOf)
    scope[`write${i}`] = write
    const text = write === undefined ? value : `write${i}(${value})`
    return `${key}: ${value} === ${absent} ? null : ${text}`
  })
  return compile(['message'], `({ ${members.join(', ')} })`, scope)
}

/**
 * Makes the reverse function. A key that is null or missing in JSON is absent from the message, or its field has the zero value.
 */
export function jsonReader(
  desc: DescMessage,
  fieldsOf: (desc: DescMessage) => JsonField[],
): (json: Json) => Message {
  const keys = new Map(fieldsOf(desc).map(({ key, field }) => [field, key]))
  const scope: Fields = {}
  const members = desc.fields.map((field, i) => {
    if (field.oneof !== undefined) throw new TypeError(`${field.toString()}: a oneof has no JSON form here`)
    const key = keys.get(field)
    if (key === undefined) return `${field.localName}: ${zeroOf(field)}`
    const read = valueReader(field, fieldsOf)
    scope[`read${i}`] = read
    const value = read === undefined ? `json.${key}` : `read${i}(json.${key})`
    return `${field.localName}: json.${key} == null ? ${zeroOf(field)} : ${value}`
  })
  return compile(['json'], `({ $typeName: '${desc.typeName}', ${members.join(', ')} })`, scope)
}

/** Undefined where the value is its own JSON. */
function valueWriter(
  field: DescField,
  fieldsOf: (desc: DescMessage) => JsonField[],
): ((value: unknown) => JsonValue) | undefined {
  const one = oneWriter(field, fieldsOf)
  if (one === undefined || field.fieldKind !== 'list') return one
  return (values) => (values as unknown[]).map((value) => one(value))
}

function oneWriter(
  field: DescField,
  fieldsOf: (desc: DescMessage) => JsonField[],
): ((value: unknown) => JsonValue) | undefined {
  if (field.enum !== undefined) {
    const { word } = enumText(field.enum)
    return (value) => word(value as number)
  }
  if (field.message !== undefined) {
    if (field.message.typeName === TimestampSchema.typeName)
      return (value) => timestampText(value as Timestamp)
    if (field.message.typeName === STRUCT) return undefined
    const write = jsonWriter(field.message, fieldsOf)
    return (value) => write(value as Message)
  }
  if (isInt64(field)) return (value) => Number(value)
  if (field.scalar === ScalarType.BYTES) return (value) => Buffer.from(value as Uint8Array).toString('hex')
  return undefined
}

function valueReader(
  field: DescField,
  fieldsOf: (desc: DescMessage) => JsonField[],
): ((value: JsonValue) => unknown) | undefined {
  const one = oneReader(field, fieldsOf)
  if (one === undefined || field.fieldKind !== 'list') return one
  return (values) => (values as JsonValue[]).map((value) => one(value))
}

function oneReader(
  field: DescField,
  fieldsOf: (desc: DescMessage) => JsonField[],
): ((value: JsonValue) => unknown) | undefined {
  if (field.enum !== undefined) {
    const { value: ofWord } = enumText(field.enum)
    return (word) => ofWord(word as string)
  }
  if (field.message !== undefined) {
    if (field.message.typeName === TimestampSchema.typeName) return (text) => timestampOf(text as string)
    if (field.message.typeName === STRUCT) return undefined
    const read = jsonReader(field.message, fieldsOf)
    return (value) => read(value as Json)
  }
  if (isInt64(field)) return (value) => BigInt(value as number)
  if (field.scalar === ScalarType.BYTES) return (value) => Buffer.from(value as string, 'hex')
  return undefined
}

/** The source text of the value of an absent field. */
function zeroOf(field: DescField): string {
  if (field.fieldKind === 'list') return '[]'
  if (field.presence !== IMPLICIT) return 'undefined'
  switch (field.scalar) {
    case ScalarType.STRING:
      return "''"
    case ScalarType.BOOL:
      return 'false'
    case ScalarType.BYTES:
      return 'new Uint8Array()'
    default:
      return isInt64(field) ? '0n' : '0'
  }
}

/** Whether JavaScript holds the field as a bigint. */
export function isInt64({ scalar }: DescField): boolean {
  return scalar === ScalarType.INT64 || scalar === ScalarType.UINT64
}

export const STRUCT = 'google.protobuf.Struct'
/** google.protobuf.FeatureSet.FieldPresence: a field whose zero value is its absence. */
const IMPLICIT = 2
