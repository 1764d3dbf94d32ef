import canonicalize from 'canonicalize'

/** A value that RFC 8259 can carry. Numbers are finite IEEE 754 doubles. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/**
 * The RFC 8785 (JCS) canonical text of a JSON value. Its UTF-8 bytes are hashed and stored.
 *
 * @throws TypeError for values that JSON cannot carry: NaN, infinities, lone surrogates, undefined.
 */
export function canonicalJson(value: JsonValue): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('value has no canonical JSON form')
  if (!text.isWellFormed()) throw new TypeError('value holds a lone surrogate')
  return text
}
