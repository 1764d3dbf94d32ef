import { sha256 } from '../hashes/hash.mjs'
import { objectOf } from '../json/value.mjs'

/** @import { Chunk } from './chunks.mjs' */
/** @import { PlainReader } from '../json/plain.mjs' */

const LF = 10
/** The longest line that is parsed, in bytes: a value takes many times the memory of its text. */
const MAX_PARSED = 3 * 1024 * 1024

/**
 * Reads the lines of the parts of one type, in order, in bounded memory. Usage: the current line can be read while `next()` is
 * true, or has become true after `await more()`. `more()` is false at the end.
 *
 * @see docs/evidence-package.md section 2, data parts
 */
export class Lines {
  /** The number of lines read so far, which is also the number of the current line, counted from 1. */
  line = 0
  /** The file of the current line, for messages. */
  file = ''
  /** @type {Buffer} */
  #buffer = Buffer.alloc(1)
  #start = 1
  #end = 0
  /** The lines of the buffer that have been read. */
  #read = 0
  /** @type {Buffer | undefined} */
  #hashes
  /** The number of the line to which #isCanonical applies. */
  #looked = 0
  #isCanonical = false
  #chunks
  #plain

  /**
   * @param {(taken: Lines) => AsyncGenerator<Chunk, void, undefined>} chunks the source of the lines; taken: how far they were
   * read
   * @param {PlainReader} plain
   */
  constructor(chunks, plain) {
    this.#chunks = chunks(this)
    this.#plain = plain
  }

  /** Advances to the next line if it has been inflated already. */
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

  /** Advances to the next line, and inflates as much as necessary. Returns false at the end. */
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

  /** Stops reading before the end. */
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
    // The byte before a line is the LF of the previous line, or a spare byte. The prefix overwrites it, so that nothing is
    // copied.
    const before = this.#start - 1
    const { buffer, byteOffset } = this.#buffer
    this.#buffer[before] = 0
    return sha256(new Uint8Array(buffer, byteOffset + before, this.#end - before), encoding)
  }

  /** Whether the line is a record of the organization, with an id that has no escape. */
  isPlainRecord() {
    return this.isCanonical() && this.#plain.isRecord
  }

  /** Whether the line is the canonical text of an object. The bytes decide this before anything is parsed (plain.mjs). */
  isCanonical() {
    if (this.#looked !== this.line) {
      this.#looked = this.line
      this.#isCanonical = this.#plain.readObject(this.#buffer, this.#start, this.#end)
    }
    return this.#isCanonical
  }

  /** Returns the reader with the properties of the current line, if the line is a plain record. */
  get plain() {
    return this.#plain
  }

  /** The bytes that contain the current line. */
  get bytes() {
    return this.#buffer
  }

  /** Where the current line starts in the bytes. */
  get start() {
    return this.#start
  }

  /** Where the current line ends: the position of its LF. */
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
