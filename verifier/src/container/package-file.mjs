import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { Failure } from '../report/failure.mjs'

/** Opening a file MUST NOT wait for the writer of a pipe. Windows has no such flag. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Short reads are served from a block, because a package may have tens of thousands of short files. */
const BLOCK = 64 * 1024
const SHORT = 4 * 1024

/** A file open for reading only. Its maker, possibly an attacker, controls its content. */
export class PackageFile {
  #block = Buffer.alloc(BLOCK)
  #at = 0
  #held = 0

  /** @param {string} path */
  constructor(path) {
    this.path = path
    try {
      this.descriptor = openSync(path, READ)
      this.before = fstatSync(this.descriptor, { bigint: true })
    } catch (cause) {
      throw unreadable(path, cause)
    }
    if (!this.before.isFile()) {
      closeSync(this.descriptor)
      const message = this.before.isDirectory()
        ? 'it is a directory'
        : 'not a regular file; a pipe or a device is saved to a file first'
      throw new Failure('unreadable', message, { file: path })
    }
    this.size = Number(this.before.size)
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @returns {Buffer} exactly `length` bytes
   */
  read(offset, length) {
    if (length > SHORT || offset + length > this.size) return readExactly(this, offset, length)
    if (offset < this.#at || offset + length > this.#at + this.#held) {
      this.#at = offset
      this.#held = Math.min(BLOCK, this.size - offset)
      fill(this, this.#block.subarray(0, this.#held), offset)
    }
    return Buffer.from(this.#block.subarray(offset - this.#at, offset - this.#at + length))
  }

  /** Throws when the file was written to since it was opened: all passes MUST see the same bytes. */
  assertUnchanged() {
    const now = fstatSync(this.descriptor, { bigint: true })
    if (now.size !== this.before.size || now.mtimeNs !== this.before.mtimeNs) {
      throw new Failure('changed', 'size or time of modification differ', { file: this.path })
    }
  }

  close() {
    closeSync(this.descriptor)
  }
}

/**
 * @param {{ descriptor: number, path: string }} file
 * @param {number} offset
 * @param {number} length
 */
export function readExactly(file, offset, length) {
  return fill(file, Buffer.allocUnsafe(length), offset)
}

/**
 * @param {{ descriptor: number, path: string }} file
 * @param {Buffer} buffer
 * @param {number} offset
 */
function fill({ descriptor, path }, buffer, offset) {
  for (let done = 0; done < buffer.length; ) {
    const count = readSome(descriptor, path, buffer, done, offset + done)
    if (count === 0) throw new Failure('changed', 'it ends early', { file: path, offset: offset + done })
    done += count
  }
  return buffer
}

/**
 * @param {number} descriptor
 * @param {string} path
 * @param {Buffer} buffer
 * @param {number} from
 * @param {number} position
 */
function readSome(descriptor, path, buffer, from, position) {
  try {
    return readSync(descriptor, buffer, from, buffer.length - from, position)
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

/**
 * @param {string} path
 * @param {unknown} cause
 */
function unreadable(path, cause) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause)
  return new Failure('unreadable', WORDS.get(code ?? '') ?? message, { file: path })
}

/** The most frequent errors of the operating system, as readable text. */
const WORDS = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'there is no permission to read it'],
])

/**
 * A file open for reading. `read` gives exactly `length` bytes, or throws a Failure.
 *
 * @typedef {{ path: string, size: number, read: (offset: number, length: number) => Buffer, assertUnchanged: () => void,
 *   close: () => void }} Readable
 */
