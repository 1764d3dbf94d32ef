import { Failure } from './failure.mjs'
import { crc32, sha256 } from './hash.mjs'
import { parseCanonical } from './json.mjs'
import { parseJson } from './parse-json.mjs'
import { Inflation } from './platform/inflate.mjs'

/** @import { Part } from './manifest.mjs' */
/** @import { Readable } from './package.mjs' */
/** @import { PlainReader } from './plain.mjs' */
/** @import { Entry } from './zip.mjs' */

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const TRAILER = 8
const LF = 10
/** A line is parsed as a whole, which needs memory of many times its length. */
const MAX_LINE = 16 * 1024 * 1024
/** A line that is parsed has at most this many bytes: a value takes many times the memory of its text. */
const MAX_PARSED = 3 * 1024 * 1024
/** What all open sequences together hold at most of lines that were inflated and not read yet. */
const MAX_HELD = 64 * 1024 * 1024
/** Each inflates up to two chunks ahead; of many sequences each takes less. */
const CHUNK = 256 * 1024
const FEW_SEQUENCES = 32

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
  #chunks
  #plain

  /**
   * @param {Readable} file
   * @param {{ part: Part, entry: Entry }[]} parts
   * @param {PlainReader} plain
   * @param {Held} held shared by all sequences of a package
   */
  constructor(file, parts, plain, held) {
    this.#chunks = wholeLines(file, parts, this, held)
    this.#plain = plain
  }

  /** Steps to the next line if it has been inflated already. */
  next() {
    const start = this.#end + 1
    const end = this.#buffer.indexOf(LF, start)
    if (end === -1) return false
    this.#start = start
    this.#end = end
    this.line++
    return true
  }

  /** Steps to the next line, and inflates as much as that needs. False when there is none. */
  async more() {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#buffer = value
    this.#end = 0
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
    // The byte before a line is the LF of the line before it, or a spare byte. It becomes the prefix, without a copy.
    const before = this.#start - 1
    const { buffer, byteOffset } = this.#buffer
    this.#buffer[before] = 0
    return sha256(new Uint8Array(buffer, byteOffset + before, this.#end - before), encoding)
  }

  /** Whether the line is recognised as a record of the organization without parsing it (plain.mjs). */
  isPlainRecord() {
    return this.#plain.read(this.#buffer, this.#start, this.#end)
  }

  /** What is known of the current line, where it is a plain record. */
  get plain() {
    return this.#plain
  }

  /** The bytes in which the current line stands. */
  get bytes() {
    return this.#buffer
  }

  /** Where the current line begins in them. */
  get start() {
    return this.#start
  }

  /** Where it ends: an LF stands there. */
  get end() {
    return this.#end
  }

  /** Whether the line is short enough to be parsed. */
  get isParsable() {
    return this.#end - this.#start <= MAX_PARSED
  }

  /**
   * The value of the line, or undefined where the line is not canonical JSON, or too long to be parsed.
   *
   * @returns {unknown}
   */
  value() {
    if (!this.isParsable) return undefined
    if (!this.isPlainRecord()) return parseCanonical(this.text())
    return parseJson(this.#buffer.toString('utf8', this.#start, this.#end))
  }

  /** The text of the line. It is empty, which is not JSON, when the bytes are not UTF-8, or too many. */
  text() {
    if (!this.isParsable) return ''
    const text = this.#buffer.toString('utf8', this.#start, this.#end)
    // Bytes that are not UTF-8 have become U+FFFD.
    if (!text.includes('\ufffd')) return text
    return Buffer.from(text).equals(this.#buffer.subarray(this.#start, this.#end)) ? text : ''
  }
}

/**
 * Inflated bytes of the parts, cut after an LF, each with one spare byte in front. A line that lies in several chunks is copied; for the
 * others, the LF before them is the spare byte.
 *
 * @param {Readable} file
 * @param {{ part: Part, entry: Entry }[]} parts
 * @param {{ file: string, line: number }} taken the lines that the reader has read; it asks for more after the last one
 * @param {Held} held
 * @returns {AsyncGenerator<Buffer, void, undefined>}
 */
async function* wholeLines(file, parts, taken, held) {
  let mine = 0
  const hold = (/** @type {number} */ bytes) => {
    held.bytes += bytes - mine
    mine = bytes
    if (held.bytes > MAX_HELD)
      throw new Failure('part_size', `the sequences that are open hold more than ${MAX_HELD} bytes`, {
        file: taken.file,
      })
  }
  for (const { part, entry } of parts) {
    taken.file = part.file
    /** @type {Buffer[]} */
    let rest = []
    let begun = 0
    let size = 0
    const before = taken.line
    for await (const chunk of inflated(file, entry, held)) {
      size += chunk.length
      if (size > part.bytes)
        throw new Failure('part_size', `it inflates to more than ${part.bytes} bytes`, { file: part.file })
      const end = chunk.indexOf(LF)
      if (begun + (end === -1 ? chunk.length : end) > MAX_LINE)
        throw new Failure('part_size', `line ${taken.line + 1} has more than ${MAX_LINE} bytes`, {
          file: part.file,
        })
      const cut = chunk.lastIndexOf(LF) + 1
      if (cut === 0) {
        rest.push(chunk)
        begun += chunk.length
        hold(begun)
        continue
      }
      const first = Buffer.concat([SPARE, ...rest, chunk.subarray(0, end + 1)])
      rest = cut < chunk.length ? [chunk.subarray(cut)] : []
      begun = chunk.length - cut
      hold(first.length + chunk.length)
      yield first
      if (cut > end + 1) yield chunk.subarray(end, cut)
    }
    const lines = taken.line - before
    if (size !== part.bytes || lines !== part.lines || rest.length > 0) {
      const detail = `${lines} whole lines in ${size} bytes, the manifest says ${part.lines} in ${part.bytes}`
      throw new Failure('part_lines', detail, { file: part.file })
    }
  }
}

const SPARE = Buffer.alloc(1)

/**
 * The inflated bytes of one gzip member of the fixed form (RFC 1952, RFC 1951).
 *
 * @param {Readable} file
 * @param {Entry} entry
 * @param {Held} held
 * @returns {AsyncGenerator<Buffer, void, undefined>}
 */
async function* inflated(file, entry, { sequences }) {
  const bad = (/** @type {string} */ detail) => new Failure('part_gzip', detail, { file: entry.name })
  const deflated = entry.size - HEADER.length - TRAILER
  if (deflated < 1 || !file.read(entry.start, HEADER.length).equals(HEADER)) throw bad('another header')
  const chunkSize = sequences > FEW_SEQUENCES ? CHUNK / 8 : CHUNK
  const inflation = new Inflation(file, entry.start + HEADER.length, deflated, chunkSize)
  let crc = 0
  let size = 0
  try {
    for await (const chunk of inflation.chunks()) {
      crc = crc32(chunk, crc)
      size += chunk.length
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw bad(cause instanceof Error ? cause.message : String(cause))
  }
  if (inflation.taken !== deflated) throw bad('bytes after the end of its deflate stream')
  const trailer = file.read(entry.start + entry.size - TRAILER, TRAILER)
  if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== size) throw bad('wrong CRC-32 or length')
}

/** @typedef {{ bytes: number, sequences: number }} Held what the sequences of a package hold together, and how many there are */
