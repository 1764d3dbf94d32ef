import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Idempotency keys of the calls of one form. The same request has the same key until a call of it is answered with success: such a
 * request is a retry, also where other requests were sent in between. Another request has another key.
 */
export class RetryKeys<I extends DescMessage> {
  readonly #input: I
  /** The key of each request without success, by the digest of the request; the one that was sent last is at the end. */
  readonly #keys = new Map<string, string>()

  constructor(input: I) {
    this.#input = input
  }

  of(request: MessageInitShape<I>): string {
    const digest = this.#digestOf(request)
    const key = this.#keys.get(digest) ?? newKey()
    this.#keys.delete(digest)
    this.#keys.set(digest, key)
    if (this.#keys.size > MAX_REQUESTS) this.#keys.delete(this.#keys.keys().next().value!)
    return key
  }

  /** The call was answered with success: the same request is another call from now on. */
  answered(request: MessageInitShape<I>): void {
    this.#keys.delete(this.#digestOf(request))
  }

  /** SHA-256, so that the bytes of large files are not kept. `crypto.subtle` is missing on pages without TLS. */
  #digestOf(request: MessageInitShape<I>): string {
    return bytesToHex(sha256(toBinary(this.#input, create(this.#input, request))))
  }
}

/** How many requests of a form keep their keys, and how many rows an imported file may have. */
export const MAX_REQUESTS = 2000

/** Returns 32 hexadecimal digits, 128 random bits. `randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
