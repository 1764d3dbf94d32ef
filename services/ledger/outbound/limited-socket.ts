import { Socket, type TcpNetConnectOpts } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * A socket that passes on a limited number of bytes of its peer, and reads no more. It is not a `net.Socket`: TLS would read from
 * one past this limit, and what the peer sends below TLS counts too (handshakes, empty records).
 *
 * @param bytes the limit
 * @param beyond called when the peer has sent more; the error closes the socket, without one it stays open unread
 */
export class LimitedSocket extends Duplex {
  readonly #socket = new Socket()
  readonly #beyond: () => Error | undefined
  #left: number

  constructor(bytes: number, beyond: () => Error | undefined) {
    super()
    this.#left = bytes
    this.#beyond = beyond
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('end', () => this.push(null))
    this.#socket.on('timeout', () => this.emit('timeout'))
    this.#socket.on('error', (error) => this.destroy(error))
    // Hands over what was read before it closes.
    this.#socket.on('close', (failed) =>
      failed || this.readableEnded ? this.destroy() : this.once('end', () => this.destroy()),
    )
    this.#socket.setNoDelay(true)
  }

  /** Connects, by options or by port and host. `connected` runs before anything that was written is sent. */
  connect(
    ...to:
      | [options: TcpNetConnectOpts, connected: () => void]
      | [port: number, host: string, connected: () => void]
  ): this {
    if (to.length === 2) this.#socket.connect(...to)
    else this.#socket.connect(...to)
    return this
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms)
    return this
  }

  override _read(): void {
    if (this.#left >= 0) this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #take(chunk: Buffer): void {
    const passed = chunk.subarray(0, Math.max(0, this.#left))
    this.#left -= chunk.length
    if (this.#left < 0) {
      this.#socket.pause()
      const error = this.#beyond()
      if (error !== undefined) return void this.destroy(error)
    }
    if (passed.length > 0 && !this.push(passed)) this.#socket.pause()
  }
}
