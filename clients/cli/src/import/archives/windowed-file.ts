import { closeSync, createReadStream, readSync } from 'node:fs'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'

/**
 * Reads a file for yauzl one window at a time. yauzl reads two small parts for each member of an archive; without a window each
 * of them would be a system call.
 */
export class WindowedFile extends yauzl.RandomAccessReader {
  readonly #path: string
  readonly #fd: number
  readonly #window = Buffer.alloc(WINDOW_BYTES)
  #start = 0
  #length = 0

  /** @param fd an open file, which the reader closes */
  constructor(path: string, fd: number) {
    super()
    this.#path = path
    this.#fd = fd
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    let bytesRead: number
    try {
      bytesRead = this.#read(buffer.subarray(offset, offset + length), position)
    } catch (error) {
      callback(error as Error)
      return
    }
    callback(null, bytesRead)
  }

  /** Fills `buffer` from `position` on, up to the end of the file. */
  #read(buffer: Buffer, position: number): number {
    let done = 0
    while (done < buffer.length) {
      const at = position + done - this.#start
      if (at < 0 || at >= this.#length) {
        this.#start = position + done
        this.#length = readSync(this.#fd, this.#window, 0, WINDOW_BYTES, this.#start)
        if (this.#length === 0) break
      } else done += this.#window.copy(buffer, done, at, this.#length)
    }
    return done
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 })
  }

  override close(callback: (error: Error | null) => void): void {
    closeSync(this.#fd)
    callback(null)
  }
}

const WINDOW_BYTES = 1024 * 1024
