import { Failure } from '../report/failure.mjs'

/** @import { Readable } from './package-file.mjs' */

// docs/evidence-package.md section 2. This is not a general zip reader: it derives every header byte from names, sizes and CRCs
// and compares them. Every container that two zip readers could interpret differently MUST be refused.

const END = 22
const CENTRAL = 46
const LOCAL = 30
const MAX_NAME = 128

/**
 * Returns the files of a package, by name, in their order.
 *
 * @param {Readable} file
 * @returns {Map<string, Entry>}
 */
export function readContainer(file) {
  if (file.size < END || file.size > 0xffffffff) throw new Failure('zip_size', `${file.size} bytes`)
  const { count, size, offset } = readEnd(file)
  const directory = file.read(offset, size)
  /** @type {Map<string, Entry>} */
  const entries = new Map()
  let at = 0
  let next = 0
  let previous = ''
  for (let i = 0; i < count; i++) {
    const entry = readCentral(directory, at, offset, next)
    assertOrder(previous, entry.name, offset + at)
    assertLocal(file, entry, offset)
    entries.set(entry.name, entry)
    previous = entry.name
    at += CENTRAL + entry.name.length
    next = entry.start + entry.size
  }
  if (at !== size)
    throw new Failure('zip_layout', 'the directory is longer than its headers', { offset: offset + at })
  if (next !== offset)
    throw new Failure('zip_layout', 'the files do not end where the directory begins', { offset: next })
  return entries
}

/** @param {Readable} file */
function readEnd(file) {
  const at = file.size - END
  const found = file.read(at, END)
  const count = found.readUInt16LE(10)
  const size = found.readUInt32LE(12)
  const offset = found.readUInt32LE(16)
  const expected = Buffer.alloc(END)
  expected.writeUInt32LE(0x06054b50, 0)
  expected.writeUInt16LE(count, 8)
  expected.writeUInt16LE(count, 10)
  expected.writeUInt32LE(size, 12)
  expected.writeUInt32LE(offset, 16)
  assertBytes('zip_end', found, expected, at)
  if (count === 0 || count === 0xffff) throw new Failure('zip_end', `${count} files`, { offset: at })
  if (offset + size !== at)
    throw new Failure('zip_layout', 'the directory does not end where the end record begins', { offset: at })
  // The whole directory is read, so its size is checked first.
  if (size > count * (CENTRAL + MAX_NAME))
    throw new Failure('zip_layout', 'the directory is longer than its headers', { offset })
  return { count, size, offset }
}

/**
 * @param {Buffer} directory
 * @param {number} at
 * @param {number} base offset of the directory in the package
 * @param {number} next where the file must begin
 * @returns {Entry}
 */
function readCentral(directory, at, base, next) {
  if (at + CENTRAL > directory.length)
    throw new Failure('zip_central', 'the directory ends early', { offset: base + at })
  const crc = directory.readUInt32LE(at + 16)
  const size = directory.readUInt32LE(at + 20)
  const nameLength = directory.readUInt16LE(at + 28)
  const end = at + CENTRAL + nameLength
  if (end > directory.length)
    throw new Failure('zip_central', 'the directory ends early', { offset: base + at })
  const name = directory.toString('latin1', at + CENTRAL, end)
  assertName(name, base + at + CENTRAL)
  const expected = Buffer.alloc(CENTRAL + nameLength)
  expected.writeUInt32LE(0x02014b50, 0)
  expected.writeUInt16LE(0x032d, 4)
  headerTail({ name, size, crc }).copy(expected, 6)
  expected.writeUInt32LE(0x81a40020, 38)
  expected.writeUInt32LE(next, 42)
  expected.write(name, CENTRAL, 'latin1')
  assertBytes('zip_central', directory.subarray(at, end), expected, base + at, name)
  return { name, crc, size, start: next + LOCAL + nameLength }
}

/**
 * @param {Readable} file
 * @param {Entry} entry
 * @param {number} end offset of the directory
 */
function assertLocal(file, entry, end) {
  const length = LOCAL + entry.name.length
  const at = entry.start - length
  if (entry.start + entry.size > end) {
    throw new Failure('zip_layout', 'it runs into the directory', { file: entry.name, offset: at })
  }
  const expected = Buffer.alloc(length)
  expected.writeUInt32LE(0x04034b50, 0)
  headerTail(entry).copy(expected, 4)
  expected.write(entry.name, LOCAL, 'latin1')
  assertBytes('zip_local', file.read(at, length), expected, at, entry.name)
}

/**
 * The 26 bytes that local and central headers share: version needed to the length of the extra field.
 *
 * @param {{ name: string, size: number, crc: number }} entry
 */
function headerTail({ name, size, crc }) {
  const tail = Buffer.alloc(26)
  tail.writeUInt16LE(10, 0)
  tail.writeUInt16LE(0x0021, 8)
  tail.writeUInt32LE(crc, 10)
  tail.writeUInt32LE(size, 14)
  tail.writeUInt32LE(size, 18)
  tail.writeUInt16LE(name.length, 22)
  return tail
}

/**
 * @param {string} name
 * @param {number} offset
 */
function assertName(name, offset) {
  const plain = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/.test(name) && name.length <= MAX_NAME
  if (!plain || name.split('/').some((segment) => /^\.+$/.test(segment))) {
    throw new Failure('zip_name', JSON.stringify(name), { offset })
  }
}

/**
 * Names MUST be strictly ascending, so that no name occurs twice.
 *
 * @param {string} previous
 * @param {string} name
 * @param {number} offset
 */
function assertOrder(previous, name, offset) {
  const rank = (/** @type {string} */ n) => ['SHA256SUMS', 'SHA256SUMS.sig'].indexOf(n)
  const ascending = rank(previous) === rank(name) ? previous < name : rank(previous) < rank(name)
  if (!ascending) throw new Failure('zip_order', `it follows ${previous}`, { file: name, offset })
}

/**
 * @param {'zip_end' | 'zip_central' | 'zip_local'} code
 * @param {Buffer} found
 * @param {Buffer} expected
 * @param {number} offset of both in the package
 * @param {string} [file]
 */
function assertBytes(code, found, expected, offset, file) {
  if (found.equals(expected)) return
  const at = expected.findIndex((byte, i) => byte !== found[i])
  const detail = `byte ${at} of it is ${found[at]}, not ${expected[at]}`
  throw new Failure(code, detail, { ...(file === undefined ? {} : { file }), offset: offset + at })
}

/** @typedef {{ name: string, crc: number, size: number, start: number }} Entry start: offset of the content */
