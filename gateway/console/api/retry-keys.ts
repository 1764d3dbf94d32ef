import { create, type DescMessage, type MessageInitShape, toJsonString } from '@bufbuild/protobuf'

/**
 * Idempotency keys of the calls of one form. The same request has the same key until a call of it is answered with success: such a
 * request is a retry, also where other requests were sent in between. Another request has another key.
 */
export class RetryKeys<I extends DescMessage> {
  readonly #input: I
  /** The key of each request without success, the one that was sent last at the end. */
  readonly #keys = new Map<string, string>()

  constructor(input: I) {
    this.#input = input
  }

  of(request: MessageInitShape<I>): string {
    const text = this.#textOf(request)
    const key = this.#keys.get(text) ?? newKey()
    this.#keys.delete(text)
    this.#keys.set(text, key)
    if (this.#keys.size > MOST_REQUESTS) this.#keys.delete(this.#keys.keys().next().value!)
    return key
  }

  /** The call was answered with success: the same request is another call from now on. */
  answered(request: MessageInitShape<I>): void {
    this.#keys.delete(this.#textOf(request))
  }

  #textOf(request: MessageInitShape<I>): string {
    return toJsonString(this.#input, create(this.#input, request))
  }
}

/** How many requests of a form keep their keys, and how many rows an imported file may have. */
export const MOST_REQUESTS = 2000

/** Returns 32 hexadecimal digits, 128 random bits. `randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
