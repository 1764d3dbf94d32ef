/**
 * The newest ones by key, at most so many. A map alone would pass over all that were dropped, each time that it looks for its oldest one.
 *
 * @template T
 */
export class NewestKept {
  /** @type {Map<string, T>} */
  #values = new Map()
  /** The keys of those that are kept, in a ring. @type {string[]} */
  #keys = []
  #next = 0
  #most

  /** Whether one was dropped. */
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
