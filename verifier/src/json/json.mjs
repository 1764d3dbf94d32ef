/** The deepest allowed nesting of a value. Packages contain no deeper value, and it would exhaust the stack. */
const MAX_DEPTH = 1000

/**
 * Returns the RFC 8785 (JCS) text of a value from JSON.parse. Keys are sorted by UTF-16 code units (section 3.2.3). Strings and
 * numbers are serialized as in ECMAScript (sections 3.2.2.2 and 3.2.2.3).
 *
 * @param {unknown} value
 * @param {number} [depth] of the value in a larger one
 * @returns {string}
 */
export function canonicalJson(value, depth = 0) {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  if (isObject(value)) {
    const members = Object.keys(value).sort()
    return `{${members.map((key) => `${quoted(key)}:${canonicalJson(value[key], depth + 1)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** @param {string} string */
function quoted(string) {
  if (!string.isWellFormed()) throw new TypeError('a lone surrogate (RFC 8785 section 3.2.2.2)')
  return JSON.stringify(string)
}

/**
 * Decodes UTF-8. Returns undefined for invalid UTF-8.
 *
 * @param {Uint8Array} bytes
 */
export function utf8(bytes) {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether an object has exactly these keys in this order, each with a value of its shape. Shapes list their keys in the order of
 * RFC 8785, so that an object with another order is refused.
 *
 * @template {Record<string, (value: any) => boolean>} S
 * @param {unknown} value
 * @param {S} shape
 */
export function hasShape(value, shape) {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  let i = 0
  for (const key in shape) {
    if (keys[i++] !== key || !shape[key]?.(value[key])) return false
  }
  return i === keys.length
}

/** Shapes of fields. Each accepts any value from JSON.parse. */
export const is = Object.freeze({
  text: (/** @type {unknown} */ v) => typeof v === 'string',
  count: (/** @type {unknown} */ v) => Number.isSafeInteger(v) && /** @type {number} */ (v) >= 0,
  positive: (/** @type {unknown} */ v) => Number.isSafeInteger(v) && /** @type {number} */ (v) >= 1,
  hash: (/** @type {unknown} */ v) => typeof v === 'string' && /^[0-9a-f]{64}$/.test(v),
  uuid: (/** @type {unknown} */ v) =>
    typeof v === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(v),
  type: (/** @type {unknown} */ v) => typeof v === 'string' && /^[a-z]+(-[a-z]+)*$/.test(v) && v.length <= 40,
  time: (/** @type {unknown} */ v) => typeof v === 'string' && isTime(v),
  hashes: (/** @type {unknown} */ v) => Array.isArray(v) && v.every((h) => is.hash(h)),
  array: (/** @type {unknown} */ v) => Array.isArray(v),
  object: isObject,
  only:
    (/** @type {unknown[]} */ ...values) =>
    (/** @type {unknown} */ v) =>
      values.includes(v),
  orNull: (/** @type {(value: unknown) => boolean} */ shape) => (/** @type {unknown} */ v) =>
    v === null || shape(v),
})

/** @param {string} text */
function isTime(text) {
  const at = new Date(text)
  // ECMAScript writes years after 9999 with a sign and more digits.
  return text.length === 24 && !Number.isNaN(at.getTime()) && at.toISOString() === text
}
