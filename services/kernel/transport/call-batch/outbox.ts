/**
 * What is to be sent on a stream, as an iterable of batches. What is put in during one turn of the event loop leaves
 * together, and so does everything that comes while an earlier batch is being written.
 */
export class Outbox<T> implements AsyncIterable<T[]> {
  readonly #take: (waiting: T[]) => T[]
  readonly #waiting: T[] = []
  #wake: (() => void) | undefined
  #isEnded = false

  /** @param take removes what makes one batch from the front; at least one item */
  constructor(take: (waiting: T[]) => T[]) {
    this.#take = take
  }
  put(item: T): void {
    this.#waiting.push(item)
    this.#awaken()
  }
  /** No more comes; what waits is still sent. */
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
