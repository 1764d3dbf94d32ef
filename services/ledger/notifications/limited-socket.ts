import { Socket } from 'node:net'
import { OutboundProblem } from '../outbound/problem.ts'

/**
 * A socket that takes so many bytes and closes. What a mail server says before TLS is anybody's on the way, and the reader of
 * its replies keeps each line until it has its turn.
 */
export class LimitedSocket extends Socket {
  #left: number

  constructor(bytes: number) {
    super()
    this.#left = bytes
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk === null) return super.push(null)
    this.#left -= chunk.length
    if (this.#left >= 0) return super.push(chunk, encoding)
    this.destroy(new OutboundProblem('the mail server says too much'))
    return false
  }
}
