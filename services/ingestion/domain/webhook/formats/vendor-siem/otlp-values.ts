import { ownLike } from '../../fields.ts'
import { isObject, setOwn } from '../../own.ts'

/**
 * What the structured body of a log record holds in the JSON of OTLP (opentelemetry.proto.common.v1.AnyValue): the object of a `kvlistValue`,
 * the elements of an `arrayValue`. Null for anything else, and where a key stands twice or a value is none: which alert it is would be a guess.
 */
export function otlpContents(value: Json): readonly unknown[] | null {
  if (Object.keys(value).length !== 1) return null
  const isStructured = isObject(member(value, 'kvlist')) || isObject(member(value, 'array'))
  if (!isStructured) return null
  const plain = plainOf(value)
  return Array.isArray(plain) ? (plain.length === 0 ? null : plain) : isObject(plain) ? [plain] : null
}

/** The plain value; undefined where there is none. The depth of a body is limited before. */
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

/** An empty list is left out. */
function elementsOf(list: unknown): readonly unknown[] | undefined {
  const values = ownLike(list, 'values')
  if (values === undefined) return isObject(list) ? [] : undefined
  return Array.isArray(values) ? values : undefined
}

/** Written as a text, since it has 64 bits. One that a number cannot hold stays a text. */
function integerOf(value: unknown): unknown {
  const number = typeof value === 'string' && /^-?[0-9]{1,19}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? number : value
}

/** `stringValue`, or `string_value` as the proto names it. */
function member(value: Json, kind: string): unknown {
  return ownLike(value, `${kind}Value`)
}

type Json = { [key: string]: unknown }
