import { sha256 } from './hash.mjs'
import { objectOf } from './value.mjs'

/** @import { Chunk } from './chunks.mjs' */
/** @import { PlainReader } from './plain.mjs' */

const LF = 10
/** The longest line that is parsed, in bytes: a value takes many times the memory of its text. */
const MAX_PARSED = 3 * 1024 * 1024

/**
 * The lines of the parts of one type, in order, in bounded memory. Usage: while `next()` is true, or has become true after
 * `await more()`, the current line can be read. `more()` is false at the end.
 *
 * @see docs/evidence-package.md section 2, data parts
 */
export class Lines {
  /** Lines read so far. The current line has this number, counted from 1. */
  line = 0
  /** The file of the current line, for messages. */
  file = ''
  /** @type {Buffer} */
  #buffer = Buffer.alloc(1)
  #start = 1
  #end = 0
  /** Lines of the buffer that have been read. */
  #read = 0
  /** @type {Buffer | undefined} */
  #hashes
  /** The number of the line to which #isCanonical applies. */
  #looked = 0
  #isCanonical = false
  #chunks
  #plain

  /**
   * @param {(taken: Lines) => AsyncGenerator<Chunk, void, undefined>} chunks where the lines come from; taken: what has been read
   * @param {PlainReader} plain
   */
  constructor(chunks, plain) {
    this.#chunks = chunks(this)
    this.#plain = plain
  }

  /** Steps to the next line if it has been inflated already. */
  next() {
    const start = this.#end + 1
    const end = this.#buffer.indexOf(LF, start)
    if (end === -1) return false
    this.#start = start
    this.#end = end
    this.#read++
    this.line++
    return true
  }

  /** Steps to the next line, and inflates as much as that needs. False when there is none. */
  async more() {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#buffer = value.bytes
    this.#hashes = value.hashes
    this.file = value.file
    this.#end = 0
    this.#read = 0
    return this.next()
  }

  /** Ends the reading early. */
  async close() {
    await this.#chunks.return(undefined)
  }

  /**
   * The leaf hash SHA-256(0x00 ‖ line).
   *
   * @param {'latin1' | 'hex'} encoding
   */
  leafHash(encoding) {
    const at = 32 * (this.#read - 1)
    if (this.#hashes) return this.#hashes.toString(encoding, at, at + 32)
    // The byte before a line is the LF of the line before it, or a spare byte. It becomes the prefix, without a copy.
    const before = this.#start - 1
    const { buffer, byteOffset } = this.#buffer
    this.#buffer[before] = 0
    return sha256(new Uint8Array(buffer, byteOffset + before, this.#end - before), encoding)
  }

  /** Whether the line is a record of the organization, with an id that has no escape. */
  isPlainRecord() {
    return this.isCanonical() && this.#plain.isRecord
  }

  /** Whether the line is the canonical text of an object: the bytes decide, before anything is parsed (plain.mjs). */
  isCanonical() {
    if (this.#looked !== this.line) {
      this.#looked = this.line
      this.#isCanonical = this.#plain.readObject(this.#buffer, this.#start, this.#end)
    }
    return this.#isCanonical
  }

  /** The reader with the properties of the current line, where it is a plain record. */
  get plain() {
    return this.#plain
  }

  /** The bytes that contain the current line. */
  get bytes() {
    return this.#buffer
  }

  /** Where the current line begins in them. */
  get start() {
    return this.#start
  }

  /** Where it ends: the place of its LF. */
  get end() {
    return this.#end
  }

  /** Whether the line is short enough to be parsed. */
  get isParsable() {
    return this.#end - this.#start <= MAX_PARSED
  }

  /**
   * The value of the line. Undefined where the line is not the canonical text of an object, or is too long to be parsed. Members that no
   * check reads may be left unread (value.mjs).
   *
   * @returns {Record<string, unknown> | undefined}
   */
  value() {
    if (!this.isParsable || !this.isCanonical()) return undefined
    return objectOf(this.#buffer, this.#start, this.#end, this.#plain)
  }
}
