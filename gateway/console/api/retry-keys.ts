import { create, type DescMessage, type MessageInitShape, toJsonString } from '@bufbuild/protobuf'

/**
 * Idempotency keys of the calls of one form. A request that is the same as the one before it has the same key until a call is
 * answered with success: such a request is a retry. Another request has another key.
 */
export class RetryKeys<I extends DescMessage> {
  readonly #input: I
  #last: { request: string; key: string } | undefined

  constructor(input: I) {
    this.#input = input
  }

  of(request: MessageInitShape<I>): string {
    const text = toJsonString(this.#input, create(this.#input, request))
    if (this.#last?.request !== text) this.#last = { request: text, key: newKey() }
    return this.#last.key
  }

  /** The call was answered with success: the same request is another call from now on. */
  answered(): void {
    this.#last = undefined
  }
}

/** Returns 32 hexadecimal digits, 128 random bits. `randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
