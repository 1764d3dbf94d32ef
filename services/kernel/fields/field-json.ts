import { type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf'
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt'
import type { JsonValue } from '../canonical-json.ts'
import { enumText } from '../values/enum-text.ts'
import { parseRfc3339 } from '../values/rfc3339.ts'
import { timestamp, timestampText } from '../values/time.ts'

/** The fields of a message by their local names. */
export type Fields = { [name: string]: unknown }

/** A field of a message, and the key that it stands under in JSON. */
export type JsonField = { key: string; field: DescField }

type Json = { [key: string]: JsonValue }

/**
 * Messages as JSON objects with the given keys, in their order: an enum value as its word, a timestamp as RFC 3339 text
 * in UTC with milliseconds, bytes as lower-case hex, an int64 as a number, an absent field as null.
 *
 * @param fieldsOf the fields of the message and of every message inside of it
 */
export function jsonWriter(
  desc: DescMessage,
  fieldsOf: (desc: DescMessage) => JsonField[],
): (message: Message) => Json {
  const members = fieldsOf(desc).map(({ key, field }) => ({
    key,
    name: field.localName,
    write: valueWriter(field, fieldsOf),
  }))
  return (message) => {
    const json: Json = {}
    for (const { key, name, write } of members) {
      const value = (message as unknown as Fields)[name]
      json[key] = value === undefined ? null : write(value)
    }
    return json
  }
}

/** The way back: what is null or missing in JSON is absent from the message, or the zero value of its field. */
export function jsonReader(
  desc: DescMessage,
  fieldsOf: (desc: DescMessage) => JsonField[],
): (json: Json) => Message {
  const keys = new Map(fieldsOf(desc).map(({ key, field }) => [field, key]))
  const members = desc.fields.map((field) => {
    if (field.oneof !== undefined) throw new TypeError(`${field.toString()}: a oneof has no JSON form here`)
    return {
      key: keys.get(field),
      name: field.localName,
      read: valueReader(field, fieldsOf),
      zero: zeroOf(field),
    }
  })
  const { typeName } = desc
  return (json) => {
    const message: Fields = { $typeName: typeName }
    for (const { key, name, read, zero } of members) {
      const value = key === undefined ? undefined : json[key]
      if (value !== null && value !== undefined) message[name] = read(value)
      else if (zero !== undefined) message[name] = zero()
    }
    return message as unknown as Message
  }
}

function valueWriter(
  field: DescField,
  fieldsOf: (desc: DescMessage) => JsonField[],
): (value: unknown) => JsonValue {
  const one = oneWriter(field, fieldsOf)
  return field.fieldKind === 'list' ? (values) => (values as unknown[]).map(one) : one
}

function oneWriter(
  field: DescField,
  fieldsOf: (desc: DescMessage) => JsonField[],
): (value: unknown) => JsonValue {
  if (field.enum !== undefined) {
    const { word } = enumText(field.enum)
    return (value) => word(value as number)
  }
  if (field.message !== undefined) {
    if (field.message.typeName === TimestampSchema.typeName)
      return (value) => timestampText(value as Timestamp)
    if (field.message.typeName === STRUCT) return (value) => value as JsonValue
    const write = jsonWriter(field.message, fieldsOf)
    return (value) => write(value as Message)
  }
  if (isInt64(field)) return (value) => Number(value)
  if (field.scalar === ScalarType.BYTES) return (value) => Buffer.from(value as Uint8Array).toString('hex')
  return (value) => value as JsonValue
}

function valueReader(
  field: DescField,
  fieldsOf: (desc: DescMessage) => JsonField[],
): (value: JsonValue) => unknown {
  const one = oneReader(field, fieldsOf)
  return field.fieldKind === 'list' ? (values) => (values as JsonValue[]).map((value) => one(value)) : one
}

function oneReader(
  field: DescField,
  fieldsOf: (desc: DescMessage) => JsonField[],
): (value: JsonValue) => unknown {
  if (field.enum !== undefined) {
    const { value: ofWord } = enumText(field.enum)
    return (word) => ofWord(word as string)
  }
  if (field.message !== undefined) {
    if (field.message.typeName === TimestampSchema.typeName)
      return (text) => timestamp(parseRfc3339(text as string)!)
    if (field.message.typeName === STRUCT) return (value) => value
    const read = jsonReader(field.message, fieldsOf)
    return (value) => read(value as Json)
  }
  if (isInt64(field)) return (value) => BigInt(value as number)
  if (field.scalar === ScalarType.BYTES) return (value) => Buffer.from(value as string, 'hex')
  return (value) => value
}

/** What an absent field holds, made anew each time; undefined where it is absent from the message, too. */
function zeroOf(field: DescField): (() => unknown) | undefined {
  if (field.fieldKind === 'list') return () => []
  if (field.fieldKind === 'enum' || field.fieldKind === 'scalar') {
    const zero = field.fieldKind === 'enum' ? 0 : zeroOfScalar(field)
    return field.presence === IMPLICIT ? () => zero : undefined
  }
  return undefined
}

function zeroOfScalar(field: DescField): unknown {
  switch (field.scalar) {
    case ScalarType.STRING:
      return ''
    case ScalarType.BOOL:
      return false
    case ScalarType.BYTES:
      return new Uint8Array()
    default:
      return isInt64(field) ? 0n : 0
  }
}

/** Whether JavaScript holds the field as a bigint. */
export function isInt64({ scalar }: DescField): boolean {
  return scalar === ScalarType.INT64 || scalar === ScalarType.UINT64
}

export const STRUCT = 'google.protobuf.Struct'
/** google.protobuf.FeatureSet.FieldPresence: a field whose zero value is its absence. */
const IMPLICIT = 2
