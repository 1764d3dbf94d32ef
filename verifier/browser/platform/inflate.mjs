import { Inflate } from 'pako'
import { view } from '../buffer.mjs'

const READ = 128 * 1024
/** Bytes that are inflated at a time. They become at most a thousand times as many, which are held. */
const FEED = 2048

/**
 * A deflate stream (RFC 1951) inside a file. pako is zlib in JavaScript, and accepts and refuses the same bytes. A browser's
 * DecompressionStream does not say where a stream ended.
 */
export class Inflation {
  /** How many bytes of the file it has taken: fewer than `length` where bytes follow its end. */
  taken = 0

  /**
   * @param {Source} file
   * @param {number} start
   * @param {number} length
   * @param {number} chunkSize
   */
  constructor(file, start, length, chunkSize) {
    this.file = file
    this.start = start
    this.length = length
    this.chunkSize = chunkSize
  }

  /**
   * The inflated bytes. Throws where they are no deflate stream, or where it does not end.
   *
   * @returns {AsyncGenerator<import('../buffer.mjs').Buffer, void, undefined>}
   */
  async *chunks() {
    const { chunkSize, file, start, length } = this
    const inflate = new Inflate({ raw: true, chunkSize })
    /** @type {Uint8Array[]} */
    let held = []
    let bytes = 0
    inflate.onData = (chunk) => {
      held.push(chunk)
      bytes += chunk.length
    }
    // Where the stream has ended, what follows is not taken.
    inflate.onEnd = (status) => {
      inflate.err = status
    }
    for (let read = 0; read < length && !inflate.ended; read += READ) {
      const block = file.read(start + read, Math.min(READ, length - read))
      for (let at = 0; at < block.length && !inflate.ended; at += FEED) {
        inflate.push(block.subarray(at, at + FEED), false)
        if (bytes < chunkSize) continue
        const ready = held
        held = []
        bytes = 0
        for (const piece of ready) yield view(piece)
      }
    }
    for (const piece of held) yield view(piece)
    if (!inflate.ended) throw new Error('unexpected end of file')
    if (inflate.err !== 0) throw new Error(inflate.strm.msg || `error ${inflate.err}`)
    this.taken = inflate.strm.total_in
  }
}

/** @typedef {{ read: (offset: number, length: number) => Buffer }} Source of compressed bytes: exactly `length`, or a Failure */
