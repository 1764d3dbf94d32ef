/**
 * A map for caches. It keeps the `least` entries that were used last, and at most twice as many: entries that were not used are
 * dropped together, so that no addition has to look for the oldest one.
 */
export class RecentMap<K, V> {
  readonly #least: number
  #recent = new Map<K, V>()
  /** The entries that were recent before, and were not used since. */
  #earlier = new Map<K, V>()

  constructor(least: number) {
    this.#least = least
  }

  get(key: K): V | undefined {
    const value = this.#recent.get(key)
    if (value !== undefined) return value
    const earlier = this.#earlier.get(key)
    if (earlier !== undefined) this.set(key, earlier)
    return earlier
  }

  set(key: K, value: V): void {
    this.#earlier.delete(key)
    if (this.#recent.size >= this.#least && !this.#recent.has(key)) {
      this.#earlier = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }

  delete(key: K): void {
    this.#recent.delete(key)
    this.#earlier.delete(key)
  }
}
