/**
 * The items to be sent on a stream, as an iterable of batches. Items that are added during one turn of the event loop are one
 * batch, and so are items that are added while an earlier batch is being written.
 */
export class Outbox<T> implements AsyncIterable<T[]> {
  readonly #take: (waiting: T[]) => T[]
  readonly #waiting: T[] = []
  #wake: (() => void) | undefined
  #isEnded = false

  /** @param take removes one batch from the front; at least one item */
  constructor(take: (waiting: T[]) => T[]) {
    this.#take = take
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
      while (this.#waiting.length > 0) yield this.#take(this.#waiting)
      if (this.#isEnded) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
  #awaken(): void {
    if (this.#wake === undefined) return
    setImmediate(this.#wake)
    this.#wake = undefined
  }
}
