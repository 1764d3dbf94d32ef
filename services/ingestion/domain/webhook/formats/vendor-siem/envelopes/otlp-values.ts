import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { ownLike } from '../../../fields.ts'
import { setOwn } from '../../../own.ts'

/**
 * Returns the contents of the structured body of an OTLP log record (JSON, opentelemetry.proto.common.v1.AnyValue): the object
 * of a `kvlistValue` or the elements of an `arrayValue`. Returns null for anything else. It is also null if a key is repeated
 * or a value is malformed, since choosing the alert would be a guess.
 */
export function otlpContents(value: Json): readonly unknown[] | null {
  if (Object.keys(value).length !== 1) return null
  const isStructured = isObject(member(value, 'kvlist')) || isObject(member(value, 'array'))
  if (!isStructured) return null
  const plain = plainOf(value)
  return Array.isArray(plain) ? (plain.length === 0 ? null : plain) : isObject(plain) ? [plain] : null
}

/** Converts an AnyValue to a plain value; undefined if it is malformed. The depth of a body is limited before. */
function plainOf(value: unknown): unknown {
  if (!isObject(value) || Object.keys(value).length > 1) return undefined
  const list = member(value, 'kvlist')
  if (list !== undefined) return objectOf(elementsOf(list))
  const array = member(value, 'array')
  if (array !== undefined) return arrayOf(elementsOf(array))
  const integer = member(value, 'int')
  if (integer !== undefined) return integerOf(integer)
  for (const kind of ['string', 'bool', 'double', 'bytes']) {
    const scalar = member(value, kind)
    if (scalar !== undefined) return scalar
  }
  return Object.keys(value).length === 0 ? null : undefined
}

function objectOf(pairs: readonly unknown[] | undefined): Json | undefined {
  if (pairs === undefined) return undefined
  const object: Json = {}
  for (const pair of pairs) {
    const key = ownLike(pair, 'key')
    const content = plainOf(ownLike(pair, 'value') ?? {})
    if (typeof key !== 'string' || content === undefined || Object.hasOwn(object, key)) return undefined
    setOwn(object, key, content)
  }
  return object
}

function arrayOf(values: readonly unknown[] | undefined): unknown[] | undefined {
  const plain = values?.map(plainOf)
  return plain?.includes(undefined) ? undefined : plain
}

/** Returns the elements of a list. OTLP leaves out `values` if it is empty. */
function elementsOf(list: unknown): readonly unknown[] | undefined {
  const values = ownLike(list, 'values')
  if (values === undefined) return isObject(list) ? [] : undefined
  return Array.isArray(values) ? values : undefined
}

/** Reads a 64-bit integer, which OTLP writes as a text. One that a number cannot hold exactly stays a text. */
function integerOf(value: unknown): unknown {
  const number = typeof value === 'string' && /^-?[0-9]{1,19}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? number : value
}

/** Reads `stringValue`, or `string_value` as the proto names it. */
function member(value: Json, kind: string): unknown {
  return ownLike(value, `${kind}Value`)
}

type Json = { [key: string]: unknown }
