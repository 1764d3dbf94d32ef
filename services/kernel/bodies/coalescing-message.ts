import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The class of a server's requests, which joins small pieces of a body. Node.js allocates a Buffer for every chunk of a chunked
 * body (RFC 9112 section 7.1), which takes some 300 bytes for a chunk of one byte. The memory of a body MUST NOT grow with the
 * number of its chunks, even while nobody reads it. Small pieces that were read from the socket together are joined; the first
 * piece of a body stays as it is.
 *
 * @param onSmall called with the connection for every `SMALL_A_CALL` small pieces, which take as long to parse as a request
 */
export function coalescingMessage(onSmall: (socket: Socket) => void = () => {}): typeof IncomingMessage {
  return class extends IncomingMessage {
    #small = 0
    #joined: Buffer | undefined
    #length = 0

    override push(piece: Buffer | null): boolean {
      if (piece === null || piece.length >= SMALL_BYTES || this.#small++ === 0) {
        this.#flush()
        return super.push(piece)
      }
      if (this.#small % SMALL_A_CALL === 0) onSmall(this.socket)
      if (this.#length + piece.length > JOINED_BYTES) this.#flush()
      if (this.#joined === undefined) {
        this.#joined = Buffer.allocUnsafeSlow(JOINED_BYTES)
        // Runs once the parser has passed on all bytes that were read. `nextTick` would run between two pieces.
        setImmediate(() => this.#flush())
      }
      this.#length += piece.copy(this.#joined, this.#length)
      return this.readableLength + this.#length < this.readableHighWaterMark
    }

    #flush(): void {
      const joined = this.#joined
      if (joined === undefined) return
      const length = this.#length
      this.#joined = undefined
      this.#length = 0
      if (!this.destroyed) super.push(Buffer.from(joined.subarray(0, length)))
    }
  }
}

/** From this size on, the memory of a piece is about that of its bytes. */
const SMALL_BYTES = 1024
const JOINED_BYTES = 16 * 1024
const SMALL_A_CALL = 25
