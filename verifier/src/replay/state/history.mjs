import { sizeOf } from './states.mjs'

/** @import { StateBudget } from './states.mjs' */

/**
 * How long after the start of a call another call may still miss its effect, in milliseconds. Entries are in the log in the order
 * of their commits, and `at` is when a call began. A call may therefore have read a state that an earlier entry had already
 * changed, but only if the call of that entry began at most this long before it.
 */
export const OVERLAP_MS = 60 * 1000

/**
 * The versions of one object that a call may still have read.
 *
 * @template T
 */
export class History {
  /** @type {{ value: T, at: number, call: number, size: number, mayBeNewer: boolean }[]} */
  #versions = []
  /** Whether no version has been dropped yet. */
  #whole = true
  /**
   * The version that a call has read as the newest. Later calls read this version or a newer one.
   *
   * @type {{ value: T, at: number } | undefined}
   */
  #witnessed
  #prune = FEW
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
  }

  /**
   * Adds a version. The versions that one call adds become visible together, so only the last one counts.
   *
   * @param {T} value the newest
   * @param {number} at
   * @param {number} call its leaf
   * @param {{ size?: number, mayBeNewer?: boolean }} [how] the size of the value, in bytes; whether it may be newer than a
   * version that
   *   an overlapping call added later in the log
   */
  add(value, at, call, { size = sizeOf(value), mayBeNewer = false } = {}) {
    const [last] = this.#versions.slice(-1)
    if (last?.call === call) this.#budget.give(this.#versions.pop()?.size)
    this.#budget.take(size)
    this.#versions.push({ value, at, call, size, mayBeNewer })
    if (this.#versions.length < this.#prune) return
    const kept = this.#visible(at - OVERLAP_MS).slice(-MANY)
    this.#budget.give(sizesOf(this.#versions) - sizesOf(kept), this.#versions.length - kept.length)
    if (kept.length < this.#versions.length) this.#whole = false
    this.#versions = kept
    this.#prune = Math.max(FEW, 2 * kept.length)
  }

  /** The newest version. */
  get newest() {
    return this.#versions.at(-1)?.value
  }

  /**
   * Returns the versions that a call with this start time may have read as the newest, in ascending order. An undefined item
   * means that there may have been no version yet.
   *
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen. Where it is given, clocks of processes may differ
   * by
   *   OVERLAP_MS
   * @returns {(T | undefined)[]}
   */
  readableAt(at, size) {
    const isWitnessed = size === undefined && this.#witnessed && at >= this.#witnessed.at + STALL_MS
    const witnessed = isWitnessed ? this.#witnessed?.value : undefined
    const visible = this.#visible(at - OVERLAP_MS, size)
    const floor = witnessed === undefined ? -1 : visible.findIndex(({ value }) => value === witnessed)
    const from = floor > 0 && !visible.slice(0, floor).some((one) => one.mayBeNewer) ? floor : 0
    const values = /** @type {(T | undefined)[]} */ (visible.slice(from).map(({ value }) => value))
    const [oldest] = visible
    const isSeen = oldest && (oldest.at < at - OVERLAP_MS || oldest.call < (size ?? 0))
    const isNew = this.#whole && witnessed === undefined && !isSeen
    return isNew || values.length === 0 ? [undefined, ...values] : values
  }

  /**
   * Whether a call with this start time may have read a version that was dropped because of the limit.
   *
   * @param {number} at
   * @param {number} [size] of the log, all of whose entries the call had seen
   */
  isCut(at, size = 0) {
    const [oldest] = this.#versions
    return !this.#whole && oldest !== undefined && oldest.at >= at - OVERLAP_MS && oldest.call >= size
  }

  /** The versions that are kept, in the order of the log, each with the time and the leaf of its call. */
  get kept() {
    return this.#versions
  }

  /**
   * Records that a call has read this version as the newest.
   *
   * @param {T} value
   * @param {number} at
   */
  witness(value, at) {
    this.#witnessed = { value, at }
  }

  /**
   * Returns the versions that are the newest, or were the newest at this time or later.
   *
   * @param {number} recent
   * @param {number} [size] of the log: versions below it were seen, however recent they are
   */
  #visible(recent, size = 0) {
    const visible = []
    let [next, overtaken] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const version of this.#versions.toReversed()) {
      if (next >= recent || (version.mayBeNewer && overtaken <= version.at + OVERLAP_MS))
        visible.push(version)
      const isSeen = version.call < size
      if (isSeen || version.at < recent) overtaken = Math.max(overtaken, version.at)
      // Every version before one that was read is older than that one.
      next = isSeen ? Number.NEGATIVE_INFINITY : version.at
    }
    return visible.reverse()
  }
}

/** @param {{ size: number }[]} versions */
const sizesOf = (versions) => versions.reduce((sum, { size }) => sum + size, 0)

/**
 * How long a decision may take between reading a state and taking its time (services/gate/decisions/decide-now.ts), plus how far
 * the clocks of two processes may differ. An honest log MUST NOT be refused.
 */
export const STALL_MS = 10_000
/**
 * FEW: how many versions of one object are kept before the unreachable ones are dropped. MANY: the most versions that are kept.
 */
const FEW = 4
const MANY = 1024

/**
 * Returns the history under a key, and creates it where there is none.
 *
 * @template T
 * @param {Map<string, History<T>>} histories
 * @param {string} key
 * @param {StateBudget} budget
 */
export function historyOf(histories, key, budget) {
  let history = histories.get(key)
  if (history === undefined) {
    budget.take(sizeOf(key))
    history = new History(budget)
    histories.set(key, history)
  }
  return history
}
