import { type DescField, type DescMessage, fromJson, type JsonValue, ScalarType } from '@bufbuild/protobuf'
import { isObject } from '../../json/is-object.ts'

/**
 * Describes what is wrong with a JSON message that Protobuf-ES does not decode: the first member, in the order of the text, that
 * it refuses. The description follows from the descriptor alone. It MUST NOT hold a name or a value from the message.
 *
 * The errors of Protobuf-ES are not used: they quote the input and do not name the message or enum.
 */
export function jsonProblem(schema: DescMessage, text: string): string {
  let json: JsonValue
  try {
    json = JSON.parse(text)
  } catch {
    return undecoded(schema)
  }
  return messageProblem(schema, json)
}

function messageProblem(schema: DescMessage, json: JsonValue): string {
  if (!isObject(json) || schema.typeName.startsWith('google.protobuf.')) return undecoded(schema)
  const fields = new Map(
    schema.fields.flatMap((field) => [field.name, field.jsonName].map((name) => [name, field])),
  )
  for (const [name, value] of Object.entries(json)) {
    const field = fields.get(name)
    if (field === undefined) return noSuchField(schema)
    if (!isDecoded(schema, { [name]: value })) return fieldProblem(field, value)
  }
  return `${undecoded(schema)}: a field, or a oneof, is set twice`
}

function fieldProblem(field: DescField, value: JsonValue): string {
  const { message, enum: words } = field
  if (words !== undefined) {
    const known = words.values.filter(({ number }) => number !== 0)
    return `${undecoded(words)}; one of ${known.map((word) => word.name).join(', ')}`
  }
  if (message === undefined) return `${undecoded(field)}: expected ${expected(field)}`
  if (field.fieldKind === 'message') return messageProblem(message, value)
  const isList = field.fieldKind === 'list'
  if (isList ? !Array.isArray(value) : !isObject(value))
    return `${undecoded(field)}: expected ${expected(field)}`
  const refused = Object.values(value as JsonValue[]).find(
    (item) => item === null || !isDecoded(message, item),
  )
  return refused === undefined || refused === null ? undecoded(field) : messageProblem(message, refused)
}

function noSuchField({ typeName, fields }: DescMessage): string {
  const names = fields.map(({ jsonName }) => jsonName)
  return `${typeName} has no field of that name; its fields: ${names.join(', ') || 'none'}`
}

/** A descriptor writes itself as its kind and name, e.g. `message attestry.ledger.v1.Incident`. */
const undecoded = (desc: { toString(): string }): string => `cannot decode ${desc} from JSON`

function expected({ fieldKind, scalar }: DescField): string {
  if (fieldKind === 'list') return 'Array'
  if (fieldKind === 'map') return 'object'
  return ScalarType[scalar ?? ScalarType.STRING].toLowerCase()
}

function isDecoded(schema: DescMessage, json: JsonValue): boolean {
  try {
    fromJson(schema, json)
    return true
  } catch {
    return false
  }
}
