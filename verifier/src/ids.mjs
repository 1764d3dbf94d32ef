import { LimitReached } from './failure.mjs'
import { sha256 } from './hash.mjs'

const WORDS = 5
const DASH = 0x2d
const TEXT = 36
/** Slots of 20 bytes. */
const FIRST_SLOTS = 1024
/** Of all tables together: 80 MiB. */
export const MAX_SLOTS = 1 << 22

/**
 * The versions of things by id, in few bytes an id. An id is 128 bits: a UUID's own, or the first ones of the SHA-256 of another
 * text. The table grows with its content.
 */
export class VersionTable {
  #slots = FIRST_SLOTS
  #used = 0
  #table
  #id = new Uint32Array(4)
  #budget

  /**
   * @param {{ slots: number }} budget what all tables together may still grow by
   * @param {number} [expected] how many ids to make room for at once
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
   * Takes the next version of a thing. Returns the version that is due: 1 for an id that is new, one more than before otherwise.
   *
   * @param {Buffer} bytes
   * @param {number} start of the id
   * @param {number} end
   */
  next(bytes, start, end) {
    this.#read(bytes, start, end)
    if (this.#used * 3 >= this.#slots * 2) this.#grow()
    const at = this.#find(this.#table, this.#slots, this.#id, 0)
    const table = this.#table
    if (table[at + 4] === 0) {
      table.set(this.#id, at)
      this.#used++
    }
    return ++/** @type {any} */ (table)[at + 4]
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  #read(bytes, start, end) {
    if (end - start === TEXT && bytes[start + 8] === DASH && readUuid(bytes, start, this.#id)) return
    const hash = Buffer.from(sha256(bytes.subarray(start, end), 'hex'), 'hex')
    for (let i = 0; i < 4; i++) this.#id[i] = hash.readUInt32BE(4 * i)
  }

  /**
   * The slot of an id, or the empty one where it goes.
   *
   * @param {Uint32Array} table
   * @param {number} slots a power of two
   * @param {Uint32Array} from
   * @param {number} i of the id's first word
   */
  #find(table, slots, from, i) {
    const [a, b, c, d] = [from[i] ?? 0, from[i + 1] ?? 0, from[i + 2] ?? 0, from[i + 3] ?? 0]
    let slot = (Math.imul(a ^ c, 0x9e3779b1) ^ Math.imul(b ^ d, 0x85ebca6b)) >>> 0
    for (slot ^= slot >>> 15; ; slot++) {
      const at = (slot & (slots - 1)) * WORDS
      if (table[at + 4] === 0) return at
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return at
    }
  }

  #grow() {
    const slots = this.#slots * 2
    this.#budget.slots -= this.#slots
    if (this.#budget.slots < 0) throw new LimitReached('more ids than are compared with one another')
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

/** The value of each byte as a lower-case hex digit; 255 where it is none. */
const DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte))
  return digit === -1 ? 255 : digit
})

/** Where the eight digits of each word of a UUID stand. */
const PLACES = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [9, 10, 11, 12, 14, 15, 16, 17],
  [19, 20, 21, 22, 24, 25, 26, 27],
  [28, 29, 30, 31, 32, 33, 34, 35],
].map((places) => Uint8Array.from(places))

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {Uint32Array} into four words
 * @returns {boolean} false where it is no UUID in lower case
 */
function readUuid(bytes, start, into) {
  for (let word = 0; word < 4; word++) {
    const places = /** @type {Uint8Array} */ (PLACES[word])
    let value = 0
    for (let i = 0; i < 8; i++) {
      const digit = /** @type {number} */ (
        DIGIT[/** @type {number} */ (bytes[start + /** @type {number} */ (places[i])])]
      )
      if (digit === 255) return false
      value = (value << 4) | digit
    }
    into[word] = value
  }
  return bytes[start + 13] === DASH && bytes[start + 18] === DASH && bytes[start + 23] === DASH
}
