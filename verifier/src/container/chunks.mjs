import { crc32 } from '../hashes/hash.mjs'
import { Inflation } from '../platform/inflate.mjs'
import { Failure } from '../report/failure.mjs'

/** @import { Part } from '../manifest/manifest.mjs' */
/** @import { Readable } from './package-file.mjs' */
/** @import { Entry } from './zip.mjs' */

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const TRAILER = 8
const LF = 10
/** The longest line, in bytes. A whole line is held in memory. */
const MAX_LINE = 16 * 1024 * 1024
/** The most bytes of inflated, unread lines that all open sequences hold together. */
const MAX_HELD = 64 * 1024 * 1024
/**
 * The inflated bytes of a chunk. Each sequence inflates up to two chunks ahead. Chunks are smaller where many sequences are open.
 */
const CHUNK = 256 * 1024
const FEW_SEQUENCES = 32
const MIN_CHUNK = 1024

/**
 * Yields the inflated bytes of the parts in chunks of whole lines, each with one spare byte in front. A line that spans several
 * chunks is copied. For other lines, the spare byte is the LF before them.
 *
 * @param {Pick<Readable, 'read'>} file
 * @param {PartOf[]} parts
 * @param {{ line: number }} taken the lines that the reader has read; it asks for more after the last one
 * @param {Held} held
 * @returns {AsyncGenerator<Chunk, void, undefined>}
 */
export async function* wholeLines(file, parts, taken, held) {
  let mine = 0
  let name = ''
  const hold = (/** @type {number} */ bytes) => {
    held.bytes += bytes - mine
    mine = bytes
    if (held.bytes > MAX_HELD)
      throw new Failure('part_size', `the open sequences hold more than ${MAX_HELD} bytes`, {
        file: name,
      })
  }
  try {
    for (const { part, entry } of parts) {
      name = part.file
      /** @type {Buffer[]} */
      let rest = []
      let begun = 0
      let size = 0
      const before = taken.line
      for await (const chunk of inflated(file, entry, chunkSizeOf(part, held))) {
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
        yield { bytes: first, file: name }
        if (cut > end + 1) yield { bytes: chunk.subarray(end, cut), file: name }
      }
      const lines = taken.line - before
      if (size !== part.bytes || lines !== part.lines || rest.length > 0) {
        const detail = `${lines} whole lines in ${size} bytes, the manifest says ${part.lines} in ${part.bytes}`
        throw new Failure('part_lines', detail, { file: part.file })
      }
    }
  } finally {
    held.bytes -= mine
  }
}

const SPARE = Buffer.alloc(1)

/**
 * Returns the size of the chunks of a part. A short part has chunks of one byte more than the manifest says, so that excess bytes
 * are noticed.
 *
 * @param {Part} part
 * @param {Held} held
 */
function chunkSizeOf({ bytes }, { sequences }) {
  return Math.min(sequences > FEW_SEQUENCES ? CHUNK / 8 : CHUNK, Math.max(bytes + 1, MIN_CHUNK))
}

/**
 * Yields the inflated bytes of one gzip member of the fixed form (RFC 1952, RFC 1951).
 *
 * @param {Pick<Readable, 'read'>} file
 * @param {Entry} entry
 * @param {number} chunkSize
 * @returns {AsyncGenerator<Buffer, void, undefined>}
 */
async function* inflated(file, entry, chunkSize) {
  const bad = (/** @type {string} */ detail) => new Failure('part_gzip', detail, { file: entry.name })
  const deflated = entry.size - HEADER.length - TRAILER
  if (deflated < 1 || !file.read(entry.start, HEADER.length).equals(HEADER)) throw bad('another header')
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

/** @typedef {{ part: Part, entry: Entry }} PartOf */
/** @typedef {{ bytes: number, sequences: number }} Held the bytes that the sequences of a package hold together, and the number of sequences */
/** @typedef {{ bytes: Buffer, file: string, hashes?: Buffer }} Chunk whole lines after a spare byte; `hashes`: 32 bytes for each line, if made */
