// Finds the ends of the strings of plain records (plain.mjs), and compares those that are keys.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const DELETE = 0x7f
const U = 0x75
const ZERO = 0x30
const ONE = 0x31

/** Returned as the end of bytes that are not plain. No value ends at this position. */
export const NONE = -1

/** 1 for the bytes that need no escape in a string. */
const IN_STRING = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte <= DELETE && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
)

/** The character that a letter of a two-character escape stands for; 0 for other letters (RFC 8785 section 3.2.2.2). */
const SHORT = new Uint8Array(256)
for (const [letter, value] of Object.entries({ '"': 34, '\\': 92, b: 8, f: 12, n: 10, r: 13, t: 9 }))
  SHORT[letter.charCodeAt(0)] = value

/** The value of a lower-case hexadecimal digit, 255 for other bytes. */
const HEX = new Uint8Array(256).fill(255)
for (let digit = 0; digit < 16; digit++) HEX[digit.toString(16).charCodeAt(0)] = digit

/** The lowest first byte of a character that UTF-16 encodes as two surrogates. Surrogates sort before U+E000. */
const SURROGATES = 0xf0
/** The lowest first byte of U+E000 to U+FFFF. */
const AFTER_SURROGATES = 0xee

/** @type {Buffer} */
const NO_BYTES = Buffer.alloc(0)

/** Each value, repeated in all four bytes of a word. */
const ONES = 0x01010101
const QUOTES = QUOTE * ONES
const BACKSLASHES = BACKSLASH * ONES
const BLANKS = 0x20 * ONES
const HIGHEST = 0x80 * ONES

/** Reads the strings of a line. Results apply to the line that was started last. */
export class StringScanner {
  /** The bytes to read. */
  bytes = NO_BYTES
  /** @type {DataView} the same bytes, as words */
  words = new DataView(NO_BYTES.buffer, NO_BYTES.byteOffset, 0)
  /** Where words end. */
  wordsEnd = 0
  /** The position of the last escape. */
  escape = NONE

  /**
   * Starts a line.
   *
   * @param {Buffer} bytes
   */
  begin(bytes) {
    this.escape = NONE
    if (bytes === this.bytes) return
    this.bytes = bytes
    this.words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.wordsEnd = bytes.length - 3
  }

  /**
   * Whether the text read since `start` has an escape.
   *
   * @param {number} start
   */
  isEscaped(start) {
    return this.escape >= start
  }

  /**
   * Returns the end of a string in the form of RFC 8785: UTF-8, and escapes in their only valid form.
   *
   * @param {number} start
   * @returns {number}
   */
  endOfString(start) {
    const { bytes, words, wordsEnd } = this
    if (bytes[start] !== QUOTE) return NONE
    let at = start + 1
    for (; at < wordsEnd; at += 4) {
      const four = words.getInt32(at, true)
      const quotes = four ^ QUOTES
      const backslashes = four ^ BACKSLASHES
      // The highest bit of a byte is set where the byte ends the string or is not plain. It may also be set in a later byte.
      const found =
        four | ((four - BLANKS) & ~four) | ((quotes - ONES) & ~quotes) | ((backslashes - ONES) & ~backslashes)
      if ((found & HIGHEST) !== 0) break
    }
    while (IN_STRING[/** @type {number} */ (bytes[at])] === 1) at++
    return bytes[at] === QUOTE ? at + 1 : this.endOfOther(at)
  }

  /**
   * Returns the end of a string, starting at a byte that is an escape or part of a multi-byte character.
   *
   * @param {number} start
   * @returns {number}
   */
  endOfOther(start) {
    const { bytes } = this
    let at = start
    for (;;) {
      const byte = /** @type {number} */ (bytes[at])
      if (IN_STRING[byte] === 1) at++
      else if (byte === QUOTE) return at + 1
      else {
        const length = byte === BACKSLASH ? lengthOfEscape(bytes, at) : lengthOfCharacter(bytes, at, byte)
        if (length === 0) return NONE
        if (byte === BACKSLASH) this.escape = at
        at += length
      }
    }
  }

  /**
   * Whether one key sorts before another by UTF-16 code units (RFC 8785 section 3.2.3). Both MUST have been read, the second one
   * last.
   *
   * @param {number} a
   * @param {number} aEnd
   * @param {number} b
   * @param {number} bEnd
   */
  ascends(a, aEnd, b, bEnd) {
    const { bytes } = this
    if (this.isEscaped(a)) return ascendsDecoded(bytes, a, aEnd, b, bEnd)
    let at = a
    let other = b
    for (; at < aEnd && other < bEnd; at++, other++) {
      const one = /** @type {number} */ (bytes[at])
      const two = /** @type {number} */ (bytes[other])
      if (one !== two) return order(one) < order(two)
    }
    return at === aEnd && other < bEnd
  }
}

/**
 * Returns the length of an escape in bytes, or 0 where RFC 8785 requires another text. RFC 8785 escapes only quotes, backslashes
 * and control characters.
 *
 * @param {Buffer} bytes
 * @param {number} at
 */
function lengthOfEscape(bytes, at) {
  const letter = /** @type {number} */ (bytes[at + 1])
  if (letter !== U) return SHORT[letter] ? 2 : 0
  const tens = bytes[at + 4]
  const ones = /** @type {number} */ (HEX[/** @type {number} */ (bytes[at + 5])])
  const isControl = bytes[at + 2] === ZERO && bytes[at + 3] === ZERO && (tens === ZERO || tens === ONE)
  if (!isControl || !(ones <= 15)) return 0
  return tens === ZERO && SHORT_CONTROLS.includes(ones) ? 0 : 6
}

/** Control characters that have an escape of two characters. */
const SHORT_CONTROLS = [8, 9, 10, 12, 13]

/**
 * Returns the length of a multi-byte character, or 0 where the bytes are not UTF-8 (RFC 3629 section 4).
 *
 * @param {Buffer} bytes
 * @param {number} at
 * @param {number} first
 */
function lengthOfCharacter(bytes, at, first) {
  const second = /** @type {number} */ (bytes[at + 1])
  if (first < 0xc2 || first > 0xf4 || !continues(second)) return 0
  if (first < 0xe0) return 2
  if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return 0
  if (!continues(/** @type {number} */ (bytes[at + 2]))) return 0
  if (first < SURROGATES) return 3
  if ((first === SURROGATES && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0
  return continues(/** @type {number} */ (bytes[at + 3])) ? 4 : 0
}

/** @param {number} byte */
const continues = (byte) => (byte & 0xc0) === 0x80

/**
 * Whether one key sorts before another. Both may contain escapes.
 *
 * @param {Buffer} bytes
 * @param {number} a
 * @param {number} aEnd
 * @param {number} b
 * @param {number} bEnd
 */
function ascendsDecoded(bytes, a, aEnd, b, bEnd) {
  while (a < aEnd && b < bEnd) {
    const one = decoded(bytes, a)
    const other = decoded(bytes, b)
    if (one !== other) return order(one) < order(other)
    // Two encodings of the same character have the same length.
    const length = bytes[a] !== BACKSLASH ? 1 : bytes[a + 1] === U ? 6 : 2
    a += length
    b += length
  }
  return a === aEnd && b < bEnd
}

/**
 * Returns the character of an escape, or the byte itself.
 *
 * @param {Buffer} bytes
 * @param {number} at
 */
function decoded(bytes, at) {
  const byte = /** @type {number} */ (bytes[at])
  if (byte !== BACKSLASH) return byte
  const letter = /** @type {number} */ (bytes[at + 1])
  if (letter !== U) return /** @type {number} */ (SHORT[letter])
  const ones = /** @type {number} */ (HEX[/** @type {number} */ (bytes[at + 5])])
  return bytes[at + 4] === ZERO ? ones : 16 + ones
}

/**
 * The sort key of the first byte that differs. Bytes sort by code points, but surrogates sort before U+E000.
 *
 * @param {number} byte
 */
const order = (byte) => (byte < AFTER_SURROGATES ? byte : byte < SURROGATES ? byte + SURROGATES : byte)
