import { sha256 } from '../hashes/hash.mjs'
import { LimitReached } from '../report/failure.mjs'

const WORDS = 5
const DASH = 0x2d
const TEXT = 36
/** How many adjacent slots are tried first for ids with the same prefix. */
const NEAR = 16
/** The slots of a new table, of 20 bytes each. */
const FIRST_SLOTS = 1024
/** The most slots of all tables together: 80 MiB. */
export const MAX_SLOTS = 1 << 22

/**
 * A hash table of the newest version of each object by its id, with slots of 20 bytes. A key has 128 bits: those of a UUID, or
 * the first ones of the SHA-256 of another id. The table grows with its content.
 *
 * UUIDs that were generated in sequence differ in the low bits of their second word (RFC 9562, version 7). They are put next to
 * each other, so that reading a log accesses the table sequentially. Where these slots are full, the hash of the whole id chooses
 * the slot. The hashes have a random seed, so that the maker of a package MUST NOT know which ids collide.
 */
export class VersionTable {
  #slots = FIRST_SLOTS
  #used = 0
  #table
  #id = new Uint32Array(4)
  #budget
  #seed = Math.trunc(Math.random() * 0x1_0000_0000) | 1

  /**
   * @param {{ slots: number }} budget the slots by which all tables together may still grow
   * @param {number} [expected] the number of ids for which space is allocated at once
   */
  constructor(budget, expected = 0) {
    this.#budget = budget
    while (this.#slots * 2 < expected * 3 && this.#slots <= budget.slots) {
      budget.slots -= this.#slots
      this.#slots *= 2
    }
    this.#table = new Uint32Array(this.#slots * WORDS)
  }

  /**
   * Takes the next version of an object. Returns the expected version: 1 for a new id, otherwise the last one plus 1.
   *
   * @param {Buffer} bytes
   * @param {number} start of the id
   * @param {number} end
   */
  next(bytes, start, end) {
    const id = this.#read(bytes, start, end)
    if (this.#used * 3 >= this.#slots * 2) this.#grow()
    const table = /** @type {any} */ (this.#table)
    const at = this.#find(table, this.#slots, id, 0)
    if (table[at + 4] === 0) {
      for (let i = 0; i < 4; i++) table[at + i] = id[i]
      this.#used++
    }
    return ++table[at + 4]
  }

  /** Whether the table has a version of an object. @param {Buffer} bytes its id */
  has(bytes) {
    const table = /** @type {any} */ (this.#table)
    return table[this.#find(table, this.#slots, this.#read(bytes, 0, bytes.length), 0) + 4] !== 0
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  #read(bytes, start, end) {
    const id = this.#id
    if (end - start !== TEXT || bytes[start + 8] !== DASH || !readUuid(bytes, start, id)) {
      const hash = sha256(bytes.subarray(start, end), 'hex')
      for (let i = 0; i < 4; i++) id[i] = Number.parseInt(hash.slice(8 * i, 8 * i + 8), 16)
    }
    return id
  }

  /**
   * Returns the position of the slot of an id in the table, or of the empty slot for it.
   *
   * @param {Uint32Array} table
   * @param {number} slots a power of two
   * @param {Uint32Array} from
   * @param {number} i of the id's first word
   */
  #find(table, slots, from, i) {
    const [a, b, c, d] = [from[i] ?? 0, from[i + 1] ?? 0, from[i + 2] ?? 0, from[i + 3] ?? 0]
    const mask = slots - 1
    const beginning = mix(mix(this.#seed, a), b >>> 4)
    let slot = ((beginning & -NEAR) + (b & (NEAR - 1))) & mask
    for (let near = 0; near < NEAR; near++, slot = (slot + 1) & mask) {
      const at = slot * WORDS
      if (table[at + 4] === 0) return at
      if (table[at + 3] === d && table[at + 2] === c && table[at + 1] === b && table[at] === a) return at
    }
    for (slot = mix(mix(mix(beginning, b), c), d) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS
      if (table[at + 4] === 0) return at
      if (table[at + 3] === d && table[at + 2] === c && table[at + 1] === b && table[at] === a) return at
    }
  }

  #grow() {
    const slots = this.#slots * 2
    this.#budget.slots -= this.#slots
    if (this.#budget.slots < 0) throw new LimitReached('more ids than can be compared')
    const table = new Uint32Array(slots * WORDS)
    for (let at = 0; at < this.#table.length; at += WORDS) {
      if (this.#table[at + 4] === 0) continue
      const to = this.#find(table, slots, this.#table, at)
      table.set(this.#table.subarray(at, at + WORDS), to)
    }
    this.#table = table
    this.#slots = slots
  }
}

/**
 * Mixes a word into a hash (the finalizer of MurmurHash3).
 *
 * @param {number} hash
 * @param {number} word
 */
function mix(hash, word) {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** `hex4` returns at least this value for bytes that contain a character other than a digit. */
const NO_DIGIT = 0x1_0000

/** The value of each byte as a lower-case hex digit. */
const DIGIT = Uint32Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte))
  return digit === -1 ? NO_DIGIT : digit
})

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {Uint32Array} into four words
 * @returns {boolean} false where it is no UUID in lower case
 */
function readUuid(bytes, start, into) {
  const [a, b] = [hex4(bytes, start), hex4(bytes, start + 4)]
  const [c, d] = [hex4(bytes, start + 9), hex4(bytes, start + 14)]
  const [e, f] = [hex4(bytes, start + 19), hex4(bytes, start + 24)]
  const [g, h] = [hex4(bytes, start + 28), hex4(bytes, start + 32)]
  into[0] = (a << 16) | b
  into[1] = (c << 16) | d
  into[2] = (e << 16) | f
  into[3] = (g << 16) | h
  const areDigits = (a | b | c | d | e | f | g | h) < NO_DIGIT
  return areDigits && bytes[start + 13] === DASH && bytes[start + 18] === DASH && bytes[start + 23] === DASH
}

/**
 * Returns the value of four hexadecimal digits, or at least NO_DIGIT.
 *
 * @param {any} bytes
 * @param {number} at
 */
function hex4(bytes, at) {
  const digits = /** @type {any} */ (DIGIT)
  return (
    (digits[bytes[at]] << 12) |
    (digits[bytes[at + 1]] << 8) |
    (digits[bytes[at + 2]] << 4) |
    digits[bytes[at + 3]]
  )
}
