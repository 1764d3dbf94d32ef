/**
 * Keeps the newest values by key, up to a limit. A Map alone is too slow: the search for its oldest key passes over all deleted
 * keys.
 *
 * @template T
 */
export class NewestKept {
  /** @type {Map<string, T>} */
  #values = new Map()
  /** The keys of the kept values, as a ring buffer. @type {string[]} */
  #keys = []
  #next = 0
  #most

  /** Whether a value was dropped. */
  isCut = false

  /** @param {number} most */
  constructor(most) {
    this.#most = most
  }

  /** @param {string} key */
  get(key) {
    return this.#values.get(key)
  }

  /** @param {string} key @param {T} value */
  set(key, value) {
    if (!this.#values.has(key)) this.#take(key)
    this.#values.set(key, value)
  }

  /** @param {string} key */
  #take(key) {
    const oldest = this.#keys[this.#next]
    if (oldest !== undefined) this.isCut = this.#values.delete(oldest)
    this.#keys[this.#next] = key
    this.#next = (this.#next + 1) % this.#most
  }
}
