import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { OutboundProblem } from '../outbound/problem.ts'

/**
 * A socket that accepts a limited number of bytes and then closes: the parser of a mail server's replies keeps every line until
 * its turn comes. It is not a `net.Socket`: TLS would read from one past this limit, and the bytes that the server sends under
 * TLS count too.
 */
export class LimitedSocket extends Duplex {
  readonly #socket = new Socket()
  #left: number

  constructor(bytes: number) {
    super()
    this.#left = bytes
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

  connect(port: number, host: string, connected: () => void): this {
    this.#socket.connect(port, host, connected)
    return this
  }

  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms)
    return this
  }

  override _read(): void {
    this.#socket.resume()
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
    this.#left -= chunk.length
    if (this.#left < 0) this.destroy(new OutboundProblem('the mail server sent too much'))
    else if (!this.push(chunk)) this.#socket.pause()
  }
}
