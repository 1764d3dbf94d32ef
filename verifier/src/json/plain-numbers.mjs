import { NONE } from './plain-strings.mjs'

// Finds the ends of the numbers and words of plain records (plain.mjs).

const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const CLOSE_LIST = 0x5d
const FALSE_BEGINS = 0x66
const TRUE_BEGINS = 0x74
const CLOSE = 0x7d
const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map((word) => Buffer.from(word))

/**
 * Returns the end of a number, or of true, false or null, in the only text that RFC 8785 allows.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {number}
 */
export function endOfNumberOrWord(bytes, start) {
  const first = /** @type {number} */ (bytes[start])
  // JSON has no -Infinity.
  if (!isDigit(first) && (first !== MINUS || !isDigit(/** @type {number} */ (bytes[start + 1])))) {
    const word = /** @type {Buffer} */ (first === TRUE_BEGINS ? TRUE : first === FALSE_BEGINS ? FALSE : NULL)
    return holds(bytes, start, start + word.length, word) ? start + word.length : NONE
  }
  const short = endOfShort(bytes, start)
  if (short !== start) return short
  let end = start
  while (!ENDS.includes(/** @type {number} */ (bytes[end]))) end++
  const text = bytes.toString('latin1', start, end)
  return String(Number(text)) === text ? end : NONE
}

/**
 * Returns the end of a decimal of at most 15 digits. Returns the start where there is no such decimal. Such a decimal has only
 * one text (IEEE 754 binary64, ECMA-262 Number::toString), unless it has superfluous zeros or an exponent.
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
 * Whether these bytes equal the expected ones.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {Buffer} expected
 */
export function holds(bytes, start, end, expected) {
  if (end - start !== expected.length) return false
  for (let i = 0; i < expected.length; i++) if (bytes[start + i] !== expected[i]) return false
  return true
}
