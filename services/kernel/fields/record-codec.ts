import { type DescField, type DescMessage, type MessageShape, ScalarType } from '@bufbuild/protobuf'
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt'
import { canonicalJson, type JsonValue } from '../json/canonical-json.ts'
import { parseJson } from '../json/parse-json.ts'
import { enumText } from '../values/enum-text.ts'
import { timestampText } from '../values/time.ts'
import { compile } from './compile.ts'
import { type Fields, isInt64, type JsonField, jsonReader, STRUCT } from './field-json.ts'
import { recordOf } from './options.ts'

/**
 * The canonical records of one type: the RFC 8785 text of a message's fields and of the organization that it belongs to.
 * Names, order and forms follow from the proto (attestry/common/v1/fields.proto).
 */
type RecordCodec<M, Embedded extends string = never> = {
  /**
   * @param embedded canonical JSON texts that the record has besides the fields
   * @throws TypeError for a value that JSON cannot carry: a lone surrogate, a number that is not finite
   * @throws RangeError for an enum value without a word
   */
  write(organizationId: string, message: M, ...embedded: EmbeddedTexts<Embedded>): string
  /** Reads a record back. Fields that an earlier version of the proto did not have are absent. */
  read(text: string): M
}

type EmbeddedTexts<K extends string> = [K] extends [never] ? [] : [{ [key in K]: string }]

/** @param embedded keys of the record that the message has no fields for */
export function recordCodec<D extends DescMessage, K extends string = never>(
  desc: D,
  embedded: readonly K[] = [],
): RecordCodec<MessageShape<D>, K> {
  const organization: Member = { key: 'organization_id', expression: "'\"' + organizationId + '\"'" }
  const embeddedMembers = embedded.map((key): Member => ({ key, expression: `embedded.${key}` }))
  const write = objectWriter([...membersOf(recordFields(desc)), organization, ...embeddedMembers])
  const read = jsonReader(desc, recordFields)
  return {
    write: (organizationId, message, ...[texts]) => write(message, organizationId, texts),
    read: (text) => read(parseJson(text) as { [key: string]: JsonValue }) as MessageShape<D>,
  }
}

/** A key of an object, and the expression that produces the canonical text of its value. */
type Member = { key: string; expression: string; scope?: Fields }

type Writer = (message: unknown, organizationId?: string, embedded?: { [key: string]: string }) => string

/** Keys are in the order of their UTF-16 code units (RFC 8785 section 3.2.3). */
function objectWriter(members: Member[]): Writer {
  const sorted = members.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const parts = sorted.map(({ key, expression }, i) => `'${i === 0 ? '{' : ','}"${key}":' + ${expression}`)
  const scope = Object.assign({}, ...members.map((member) => member.scope))
  return compile(['message', 'organizationId', 'embedded'], `${parts.join(' + ')} + '}'`, scope)
}

function membersOf(fields: JsonField[]): Member[] {
  return fields.map(({ key, field }, i) => {
    const value = `message.${field.localName}`
    const absent = recordOf(field).nullWhenEmpty ? "''" : 'undefined'
    const expression = `(${value} === ${absent} ? 'null' : text${i}(${value}))`
    return { key, expression, scope: { [`text${i}`]: valueText(field) } }
  })
}

function recordFields(desc: DescMessage): JsonField[] {
  return desc.fields.filter((field) => !recordOf(field).omitted).map((field) => ({ key: field.name, field }))
}

/** The canonical text of a field's value. */
function valueText(field: DescField): (value: unknown) => string {
  const one = oneText(field)
  return field.fieldKind === 'list' ? (values) => listText(values as unknown[], one) : one
}

function oneText(field: DescField): (value: unknown) => string {
  if (field.enum !== undefined) {
    const { word, values } = enumText(field.enum)
    const texts: { [value: number]: string } = Object.fromEntries(
      values.map((value) => [value, `"${word(value)}"`]),
    )
    return (value) => texts[value as number] ?? word(value as number)
  }
  if (field.message !== undefined) {
    if (field.message.typeName === TimestampSchema.typeName)
      return (value) => `"${timestampText(value as Timestamp)}"`
    if (field.message.typeName === STRUCT) return structText
    const { only } = recordOf(field)
    const fields = recordFields(field.message).filter(({ key }) => only.length === 0 || only.includes(key))
    return objectWriter(membersOf(fields))
  }
  if (field.scalar === ScalarType.STRING) return quoted
  if (field.scalar === ScalarType.BYTES) return hexText
  return isInt64(field) || field.scalar === ScalarType.BOOL ? String : numberText
}

function listText(values: unknown[], one: (value: unknown) => string): string {
  let text = '['
  for (let i = 0; i < values.length; i++) text += i === 0 ? one(values[i]) : `,${one(values[i])}`
  return `${text}]`
}

function structText(value: unknown): string {
  for (const _ in value as object) return canonicalJson(value as JsonValue)
  return '{}'
}

function hexText(value: unknown): string {
  const { buffer, byteOffset, byteLength } = value as Uint8Array
  return `"${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}"`
}

function quoted(value: unknown): string {
  const text = value as string
  if (PLAIN.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw new TypeError('the record holds a lone surrogate')
  return JSON.stringify(text)
}

/** A text without characters that JSON escapes, and without surrogates. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** ECMAScript's serialization of a number is the canonical one (RFC 8785 section 3.2.2.3). */
function numberText(value: unknown): string {
  if (!Number.isFinite(value)) throw new TypeError('the record holds a number that is not finite')
  return String(value)
}
