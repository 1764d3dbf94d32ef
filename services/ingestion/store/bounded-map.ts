/** A map that is emptied when an addition would make it larger than `max`. For caches whose entries may be read again. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)
  }

  set(key: K, value: V): void {
    if (this.#entries.size >= this.#max && !this.#entries.has(key)) this.#entries.clear()
    this.#entries.set(key, value)
  }
}
