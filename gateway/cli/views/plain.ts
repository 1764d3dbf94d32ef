import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type Message,
  type MessageShape,
  toJson,
} from '@bufbuild/protobuf'
import { reflect } from '@bufbuild/protobuf/reflect'
import { StructSchema, type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { enumText } from '../../../services/kernel/values/enum-text.ts'
import { timestampText } from '../../../services/kernel/values/time.ts'

/** An object as the command prints it. */
export type Plain = { [field: string]: JsonValue }

/**
 * Returns a message in the form of the v1 API: snake_case fields, lower-case enum words, times as UTC with milliseconds, bytes as
 * hex; null for an unset field. Integers beyond 2^53 do not occur in our protos' values.
 */
export function plain<D extends DescMessage>(schema: D, message: MessageShape<D>): Plain {
  const seen = reflect(schema, message)
  const fields = seen.fields.map((field) => [
    field.name,
    fieldValue(field, seen.isSet(field), seen.get(field)),
  ])
  return Object.fromEntries(fields)
}

function fieldValue(field: DescField, isSet: boolean, value: unknown): JsonValue {
  switch (field.fieldKind) {
    case 'message':
      return isSet ? messageValue(field.message, (value as { message: Message }).message) : null
    case 'enum':
      return enumWord(field.enum, value as number)
    case 'scalar':
      return isSet || !field.proto.proto3Optional ? scalar(value) : null
    case 'list':
      return [...(value as Iterable<unknown>)].map((item) => listItem(field, item))
    default:
      return null
  }
}

function listItem(field: DescField & { fieldKind: 'list' }, item: unknown): JsonValue {
  if (field.listKind === 'message') return messageValue(field.message, (item as { message: Message }).message)
  return field.listKind === 'enum' ? enumWord(field.enum, item as number) : scalar(item)
}

function messageValue(schema: DescMessage, message: Message): JsonValue {
  if (schema.typeName === TimestampSchema.typeName) return timestampText(message as Timestamp)
  if (schema.typeName === StructSchema.typeName) return toJson(schema, message) as JsonValue
  return plain(schema, message)
}

function enumWord(desc: DescEnum, value: number): JsonValue {
  let text = words.get(desc)
  if (text === undefined) {
    text = enumText(desc)
    words.set(desc, text)
  }
  return text.has(value) ? text.word(value) : null
}

function scalar(value: unknown): JsonValue {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : (value as JsonValue)
}

const words = new Map<DescEnum, ReturnType<typeof enumText>>()
