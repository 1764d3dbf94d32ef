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
const VERSION = Buffer.from('version')

/** Reads plain records of one organization, one after another. */
export class PlainReader {
  /** Where the id of the record that was read begins and ends. */
  idStart = 0
  idEnd = 0
  /** The version of the record that was read; 0 where it has none. */
  version = 0
  #cursor = 0
  #isOwn = false
  #owner

  /** @param {Buffer} organizationId in bytes */
  constructor(organizationId) {
    this.#owner = organizationId
  }

  /**
   * Whether the bytes are plain, and the RFC 8785 text of an object with an id and this organization's id.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end where an LF stands, so that nothing reads past it
   */
  read(bytes, start, end) {
    this.#cursor = start
    this.#isOwn = false
    this.idStart = 0
    this.idEnd = 0
    this.version = 0
    return this.#object(bytes, 0) && this.#cursor === end && this.idEnd > 0 && this.#isOwn
  }

  /**
   * @param {Buffer} bytes
   * @param {number} depth
   * @returns {boolean}
   */
  #object(bytes, depth) {
    if (bytes[this.#cursor++] !== OPEN || depth > MAX_PLAIN_DEPTH) return false
    if (bytes[this.#cursor] === CLOSE) return ++this.#cursor > 0
    for (let previous = -1, previousEnd = -1; ; this.#cursor++) {
      const key = this.#cursor + 1
      if (!this.#string(bytes) || bytes[this.#cursor] !== COLON) return false
      const keyEnd = this.#cursor++ - 1
      if (previous !== -1 && !ascends(bytes, previous, previousEnd, key, keyEnd)) return false
      previous = key
      previousEnd = keyEnd
      const value = this.#cursor
      if (!this.#value(bytes, depth + 1)) return false
      if (depth === 0) this.#note(bytes, key, keyEnd, value)
      if (bytes[this.#cursor] !== COMMA) return bytes[this.#cursor++] === CLOSE
    }
  }

  /**
   * @param {Buffer} bytes
   * @param {number} depth
   * @returns {boolean}
   */
  #value(bytes, depth) {
    switch (bytes[this.#cursor]) {
      case QUOTE:
        return this.#string(bytes)
      case OPEN:
        return this.#object(bytes, depth)
      case OPEN_LIST:
        return this.#list(bytes, depth)
      default:
        return this.#number(bytes) || this.#word(bytes)
    }
  }

  /**
   * @param {Buffer} bytes
   * @param {number} depth
   * @returns {boolean}
   */
  #list(bytes, depth) {
    if (depth > MAX_PLAIN_DEPTH) return false
    if (bytes[++this.#cursor] === CLOSE_LIST) return ++this.#cursor > 0
    for (; ; this.#cursor++) {
      if (!this.#value(bytes, depth + 1)) return false
      if (bytes[this.#cursor] !== COMMA) return bytes[this.#cursor++] === CLOSE_LIST
    }
  }

  /** @param {Buffer} bytes */
  #string(bytes) {
    let i = this.#cursor
    if (bytes[i] !== QUOTE) return false
    let byte = /** @type {number} */ (bytes[++i])
    while (byte >= 0x20 && byte <= DELETE && byte !== QUOTE && byte !== BACKSLASH)
      byte = /** @type {number} */ (bytes[++i])
    this.#cursor = i + 1
    return byte === QUOTE
  }

  /** @param {Buffer} bytes */
  #number(bytes) {
    const start = this.#cursor
    const first = /** @type {number} */ (bytes[start])
    // JSON has no -Infinity.
    if (!isDigit(first) && (first !== MINUS || !isDigit(/** @type {number} */ (bytes[start + 1]))))
      return false
    this.#cursor = endOfShort(bytes, start)
    if (this.#cursor !== start) return true
    while (!ENDS.includes(/** @type {number} */ (bytes[this.#cursor]))) this.#cursor++
    const text = bytes.toString('latin1', start, this.#cursor)
    return String(Number(text)) === text
  }

  /** @param {Buffer} bytes */
  #word(bytes) {
    const at = this.#cursor
    const found = WORDS.find((each) => holds(bytes, at, at + each.length, each))
    this.#cursor += found?.length ?? 0
    return found !== undefined
  }

  /**
   * Notes a member of the outermost object, whose value ends at the cursor.
   *
   * @param {Buffer} bytes
   * @param {number} key
   * @param {number} keyEnd
   * @param {number} value
   */
  #note(bytes, key, keyEnd, value) {
    if (bytes[value] !== QUOTE) {
      if (holds(bytes, key, keyEnd, VERSION))
        this.version = Number(bytes.toString('latin1', value, this.#cursor)) || 0
    } else if (holds(bytes, key, keyEnd, ID)) {
      this.idStart = value + 1
      this.idEnd = this.#cursor - 1
    } else if (holds(bytes, key, keyEnd, ORGANIZATION_ID))
      this.#isOwn = holds(bytes, value + 1, this.#cursor - 1, this.#owner)
  }
}

/**
 * The end of a decimal of at most 15 digits, which has no other text (IEEE 754 binary64, ECMA-262 Number::toString), unless
 * it has superfluous zeros or an exponent. The start where it is no such decimal.
 *
 * @param {Buffer} bytes
 * @param {number} start
 */
function endOfShort(bytes, start) {
  let at = start
  while (isDigit(/** @type {number} */ (bytes[at]))) at++
  const whole = at - start
  let fraction = 0
  let sound = whole === 1 || bytes[start] !== ZERO
  if (bytes[at] === DOT) {
    const point = at++
    while (isDigit(/** @type {number} */ (bytes[at]))) at++
    fraction = at - point - 1
    sound &&= fraction > 0 && bytes[at - 1] !== ZERO && (bytes[point + 1] !== ZERO || fraction <= 5)
  }
  const next = bytes[at]
  const ended = next === COMMA || next === CLOSE || next === CLOSE_LIST
  return sound && ended && whole > 0 && whole + fraction <= 15 ? at : start
}

const ENDS = [COMMA, CLOSE, CLOSE_LIST, 10]

/** @param {number} byte */
function isDigit(byte) {
  return byte >= ZERO && byte <= NINE
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
 * @param {number} start
 * @param {number} end
 * @param {Buffer} expected
 */
function holds(bytes, start, end, expected) {
  if (end - start !== expected.length) return false
  for (let i = 0; i < expected.length; i++) if (bytes[start + i] !== expected[i]) return false
  return true
}
