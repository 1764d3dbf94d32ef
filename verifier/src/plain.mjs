// Most records are plain: ASCII without escapes. For a plain line, the bytes alone decide whether it is the RFC 8785 text of an
// object. This takes a fraction of the time of parsing it. Lines that are not plain MUST be parsed.

const MAX_PLAIN_DEPTH = 64
const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d
const DELETE = 0x7f
const DOT = 0x2e
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word))

const ID = Buffer.from('id')
const ORGANIZATION_ID = Buffer.from('organization_id')

/** Where the reading stands, and what it has found of the outermost object. */
let cursor = 0
let hasId = false
let isOwn = false
/** @type {Buffer} */
let owner = Buffer.alloc(0)

/**
 * Whether the bytes are plain, and the RFC 8785 text of an object with an id and this organization's id.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end where an LF stands, so that nothing reads past it
 * @param {Buffer} organizationId
 */
export function isPlainRecord(bytes, start, end, organizationId) {
  cursor = start
  hasId = false
  isOwn = false
  owner = organizationId
  return plainObject(bytes, 0) && cursor === end && hasId && isOwn
}

/**
 * @param {Buffer} bytes
 * @param {number} depth
 * @returns {boolean}
 */
function plainObject(bytes, depth) {
  if (bytes[cursor++] !== OPEN || depth > MAX_PLAIN_DEPTH) return false
  if (bytes[cursor] === CLOSE) return ++cursor > 0
  for (let previous = -1, previousEnd = -1; ; cursor++) {
    const key = cursor + 1
    if (!plainString(bytes) || bytes[cursor] !== COLON) return false
    const keyEnd = cursor++ - 1
    if (previous !== -1 && !ascends(bytes, previous, previousEnd, key, keyEnd)) return false
    previous = key
    previousEnd = keyEnd
    const value = cursor
    if (!plainValue(bytes, depth + 1)) return false
    if (depth === 0 && bytes[value] === QUOTE) note(bytes, key, keyEnd, value + 1, cursor - 1)
    if (bytes[cursor] !== COMMA) return bytes[cursor++] === CLOSE
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} depth
 * @returns {boolean}
 */
function plainValue(bytes, depth) {
  switch (bytes[cursor]) {
    case QUOTE:
      return plainString(bytes)
    case OPEN:
      return plainObject(bytes, depth)
    case OPEN_LIST:
      return plainList(bytes, depth)
    default:
      return plainNumber(bytes) || plainWord(bytes)
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} depth
 * @returns {boolean}
 */
function plainList(bytes, depth) {
  if (depth > MAX_PLAIN_DEPTH) return false
  if (bytes[++cursor] === CLOSE_LIST) return ++cursor > 0
  for (; ; cursor++) {
    if (!plainValue(bytes, depth + 1)) return false
    if (bytes[cursor] !== COMMA) return bytes[cursor++] === CLOSE_LIST
  }
}

/** @param {Buffer} bytes */
function plainString(bytes) {
  if (bytes[cursor] !== QUOTE) return false
  let i = cursor + 1
  let byte = /** @type {number} */ (bytes[i])
  while (byte >= 0x20 && byte <= DELETE && byte !== QUOTE && byte !== BACKSLASH)
    byte = /** @type {number} */ (bytes[++i])
  cursor = i + 1
  return byte === QUOTE
}

/** @param {Buffer} bytes */
function plainNumber(bytes) {
  const start = cursor
  const first = /** @type {number} */ (bytes[cursor])
  if (first !== MINUS && !isDigit(first)) return false
  if (isShort(bytes, first)) return true
  while (!ENDS.includes(/** @type {number} */ (bytes[cursor]))) cursor++
  const text = bytes.toString('latin1', start, cursor)
  return String(Number(text)) === text
}

/**
 * A decimal of at most 15 digits has no other text (IEEE 754 binary64, ECMA-262 Number::toString), unless it has superfluous
 * zeros or an exponent.
 *
 * @param {Buffer} bytes
 * @param {number} first
 */
function isShort(bytes, first) {
  const start = cursor
  while (isDigit(/** @type {number} */ (bytes[cursor]))) cursor++
  const whole = cursor - start
  let fraction = 0
  let sound = whole === 1 || first !== ZERO
  if (bytes[cursor] === DOT) {
    const point = cursor++
    while (isDigit(/** @type {number} */ (bytes[cursor]))) cursor++
    fraction = cursor - point - 1
    sound &&= fraction > 0 && bytes[cursor - 1] !== ZERO && (bytes[point + 1] !== ZERO || fraction <= 5)
  }
  const next = bytes[cursor]
  const ended = next === COMMA || next === CLOSE || next === CLOSE_LIST
  return sound && ended && whole > 0 && whole + fraction <= 15
}

const ENDS = [COMMA, CLOSE, CLOSE_LIST, 10]

/** @param {number} byte */
function isDigit(byte) {
  return byte >= ZERO && byte <= NINE
}

/** @param {Buffer} bytes */
function plainWord(bytes) {
  const found = WORDS.find((each) => holds(bytes, cursor, cursor + each.length, each))
  cursor += found?.length ?? 0
  return found !== undefined
}

/**
 * Whether one ASCII key sorts before another.
 *
 * @param {Buffer} bytes
 * @param {number} a
 * @param {number} aEnd
 * @param {number} b
 * @param {number} bEnd
 */
function ascends(bytes, a, aEnd, b, bEnd) {
  for (; a < aEnd && b < bEnd; a++, b++) {
    const difference = /** @type {number} */ (bytes[b]) - /** @type {number} */ (bytes[a])
    if (difference !== 0) return difference > 0
  }
  return a === aEnd && b < bEnd
}

/**
 * @param {Buffer} bytes
 * @param {number} key
 * @param {number} keyEnd
 * @param {number} value of a string
 * @param {number} valueEnd
 */
function note(bytes, key, keyEnd, value, valueEnd) {
  if (holds(bytes, key, keyEnd, ID)) hasId = true
  else if (holds(bytes, key, keyEnd, ORGANIZATION_ID)) isOwn = holds(bytes, value, valueEnd, owner)
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {Buffer} expected
 */
function holds(bytes, start, end, expected) {
  if (end - start !== expected.length) return false
  for (let i = 0; i < expected.length; i++) if (bytes[start + i] !== expected[i]) return false
  return true
}
