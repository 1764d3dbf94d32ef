import { Failure, view } from '../verify.mjs'

/** A file that a person chose. It is read in pieces, and never as a whole. */
export class BlobFile {
  #reader = newReader()

  /**
   * @param {string} path its name, as the report says it
   * @param {Blob} blob
   * @param {(bytes: number) => void} onRead
   */
  constructor(path, blob, onRead) {
    this.path = path
    this.blob = blob
    this.size = blob.size
    this.onRead = onRead
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  read(offset, length) {
    const bytes = view(new Uint8Array(this.#bytes(offset, length)))
    if (bytes.length !== length)
      throw new Failure('changed', 'it ends early', { file: this.path, offset: offset + bytes.length })
    this.onRead(length)
    return /** @type {import('node:buffer').Buffer} */ (/** @type {unknown} */ (bytes))
  }

  /** A browser refuses to read on in a file that was changed. */
  assertUnchanged() {
    if (this.size > 0) this.#bytes(this.size - 1, 1)
  }

  close() {}

  /**
   * @param {number} offset
   * @param {number} length
   * @returns {ArrayBuffer}
   */
  #bytes(offset, length) {
    try {
      return this.#reader.readAsArrayBuffer(this.blob.slice(offset, offset + length))
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : String(cause)
      throw new Failure('changed', detail, { file: this.path, offset })
    }
  }
}

/** FileReaderSync, which only workers have. */
function newReader() {
  const { FileReaderSync } =
    /** @type {{ FileReaderSync: new () => { readAsArrayBuffer: (blob: Blob) => ArrayBuffer } }} */ (
      /** @type {unknown} */ (globalThis)
    )
  return new FileReaderSync()
}
