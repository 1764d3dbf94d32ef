import { type DescField, type DescMessage, fromJson, type JsonValue, ScalarType } from '@bufbuild/protobuf'
import { isObject } from '../../json/is-object.ts'
import { nearest } from '../../values/nearest.ts'

/**
 * Describes what is wrong with a JSON message that Protobuf-ES does not decode: the first member, in the order of the text, that
 * it refuses, and its path. The description follows from the descriptor and places in lists alone. It MUST NOT hold a name or a
 * value from the message that the descriptor does not have.
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
  const { path, problem } = messageProblem(schema, json, [])
  return path.length === 0 ? problem : `${path.join('.')}: ${problem}`
}

/** What is wrong with a member, and where: names of fields, and places in lists. */
type Found = { path: readonly (string | number)[]; problem: string }

function messageProblem(schema: DescMessage, json: JsonValue, path: Found['path']): Found {
  if (!isObject(json) || schema.typeName.startsWith('google.protobuf.'))
    return { path, problem: undecoded(schema) }
  const fields = new Map(
    schema.fields.flatMap((field) => [field.name, field.jsonName].map((name) => [name, field])),
  )
  for (const [name, value] of Object.entries(json)) {
    const field = fields.get(name)
    if (field === undefined) return { path, problem: noSuchField(schema, name) }
    if (!isDecoded(schema, { [name]: value })) return fieldProblem(field, value, [...path, field.name])
  }
  return { path, problem: `${undecoded(schema)}: a field, or a oneof, is set twice` }
}

function fieldProblem(field: DescField, value: JsonValue, path: Found['path']): Found {
  const { message, enum: words } = field
  if (words !== undefined) {
    const known = words.values.filter(({ number }) => number !== 0)
    return { path, problem: `${undecoded(words)}; one of ${known.map((word) => word.name).join(', ')}` }
  }
  if (message === undefined) return { path, problem: `${undecoded(field)}: expected ${expected(field)}` }
  if (field.fieldKind === 'message') return messageProblem(message, value, path)
  const isList = field.fieldKind === 'list'
  if (isList ? !Array.isArray(value) : !isObject(value))
    return { path, problem: `${undecoded(field)}: expected ${expected(field)}` }
  const items = Object.values(value as JsonValue[])
  const place = items.findIndex((item) => item === null || !isDecoded(message, item))
  const refused = items[place]
  if (refused === undefined || refused === null) return { path, problem: undecoded(field) }
  // The keys of a map are texts from the message.
  return messageProblem(message, refused, isList ? [...path, place] : path)
}

function noSuchField({ typeName, fields }: DescMessage, name: string): string {
  const names = fields.map(({ jsonName }) => jsonName)
  const near = nearest(name, names)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `${typeName} has no field of that name${hint}; its fields: ${names.join(', ') || 'none'}`
}

/** A descriptor writes itself as its kind and name, e.g. `message attestry.ledger.v1.Incident`. */
const undecoded = (desc: { toString(): string }): string => `cannot decode ${desc} from JSON`

function expected({ fieldKind, scalar }: DescField): string {
  if (fieldKind === 'map') return 'object'
  const kind = scalar === undefined ? 'object' : ScalarType[scalar].toLowerCase()
  return fieldKind === 'list' ? `Array of ${kind}` : kind
}

function isDecoded(schema: DescMessage, json: JsonValue): boolean {
  try {
    fromJson(schema, json)
    return true
  } catch {
    return false
  }
}
