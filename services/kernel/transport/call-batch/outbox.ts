import { BATCH_BYTES, BATCH_CALLS } from './limits.ts'

/**
 * The items to be sent on a stream, as an iterable of batches within the limits. Items that are added during one turn of the event
 * loop are one batch, and so are items that are added while an earlier batch is being written.
 */
export class Outbox<T> implements AsyncIterable<T[]> {
  readonly #bytesOf: (item: T) => number
  readonly #waiting: T[] = []
  #wake: (() => void) | undefined
  #isEnded = false

  constructor(bytesOf: (item: T) => number) {
    this.#bytesOf = bytesOf
  }
  put(item: T): void {
    this.#waiting.push(item)
    this.#awaken()
  }
  /** Accepts no more items. Waiting items are still sent. */
  end(): void {
    this.#isEnded = true
    this.#awaken()
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<T[]> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#batch()
      if (this.#isEnded) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
  /** Removes a batch from the front, at least one item. */
  #batch(): T[] {
    let bytes = 0
    const end = this.#waiting.findIndex((item, i) => {
      bytes += this.#bytesOf(item)
      return i === BATCH_CALLS || (i > 0 && bytes > BATCH_BYTES)
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }
  #awaken(): void {
    if (this.#wake === undefined) return
    setImmediate(this.#wake)
    this.#wake = undefined
  }
}
