import { once } from 'node:events'
import { createInflateRaw } from 'node:zlib'

/** @import { InflateRaw } from 'node:zlib' */

const READ = 128 * 1024

/** A deflate stream (RFC 1951) inside a file. zlib runs in its own thread, a little ahead of the reader. */
export class Inflation {
  /** How many bytes of the file it has taken: fewer than `length` where bytes follow the end of the stream. */
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
   * Yields the inflated bytes. Throws where the bytes are no deflate stream, or where the stream does not end.
   *
   * @returns {AsyncGenerator<Buffer, void, undefined>}
   */
  async *chunks() {
    const { chunkSize } = this
    const options = { chunkSize, readableHighWaterMark: 2 * chunkSize }
    const inflate = createInflateRaw(options)
    const fed = feed(inflate, this).catch((cause) => inflate.destroy(cause))
    try {
      for await (const chunk of inflate) yield chunk
    } finally {
      inflate.destroy()
      await fed
      this.taken = inflate.bytesWritten
    }
  }
}

/**
 * @param {InflateRaw} inflate
 * @param {{ file: Source, start: number, length: number }} source
 */
async function feed(inflate, { file, start, length }) {
  const stopped = once(inflate, 'close').catch(() => {})
  for (let done = 0; done < length && !inflate.destroyed; done += READ) {
    const chunk = file.read(start + done, Math.min(READ, length - done))
    if (!inflate.write(chunk)) await Promise.race([once(inflate, 'drain').catch(() => {}), stopped])
  }
  if (!inflate.destroyed) inflate.end()
}

/** @typedef {{ read: (offset: number, length: number) => Buffer }} Source of compressed bytes: exactly `length`, or a Failure */
