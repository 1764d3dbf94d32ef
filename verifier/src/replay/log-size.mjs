import { Failure } from '../report/failure.mjs'
import { OVERLAP_MS } from './state/history.mjs'
import { OF_DECISIONS } from './state/replayed-types.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { Remark } from '../report/remarks.mjs' */
/** @import { AuditEntry } from '../log/log.mjs' */

/** The most seconds with writes that are kept. */
const MAX_SECONDS = 128

/**
 * Checks the size of the log that a call states: the number of entries that had a leaf when the call's statement read its inputs
 * (docs/gate-rules.md, The decision record). An entry with a leaf had committed before, so the call has seen it, independent of
 * clocks.
 */
export class LogSizes {
  /**
   * The last leaf of a writing call, for each second. The second of a leaf is the latest one of all entries up to it, so seconds
   * ascend.
   *
   * @type {{ second: number, leaf: number }[]}
   */
  #written = []
  /** The latest time of a call that states a size, and the leaf of that call. */
  #named = { at: Number.NEGATIVE_INFINITY, leaf: 0 }
  #remark

  /** @param {Remark} remark */
  constructor(remark) {
    this.#remark = remark
  }

  /**
   * Takes an entry. Returns the size that it states, or undefined where it states none.
   *
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {number} leaf
   * @param {Place} place
   * @returns {number | undefined}
   */
  take({ details: { log_size: size }, receipts }, at, leaf, place) {
    const names = typeof size === 'number' && Number.isSafeInteger(size) ? size : undefined
    if (names !== undefined) this.#compare(names, at, leaf, place)
    if (names !== undefined && at > this.#named.at) this.#named = { at, leaf }
    if (receipts.length === 0) return names
    // Other records may be late: an export is recorded long after it began.
    if (receipts.some(({ type }) => OF_DECISIONS.has(type))) this.#compareTime(at, leaf)
    this.#wrote(leaf, at)
    return names
  }

  /** @param {number} size @param {number} at @param {number} leaf @param {Place} place */
  #compare(size, at, leaf, place) {
    if (size > leaf)
      throw new Failure(
        'input_differs',
        `it names a log of ${size} entries, and only ${leaf} are before it`,
        place,
      )
    const before = Math.floor((at - OVERLAP_MS) / 1000)
    const last = this.#written.findLast(({ second }) => second < before)
    if (last !== undefined && last.leaf >= size)
      this.#remark(
        'late',
        `${leaf}`,
        `leaf ${leaf}: it names a log of ${size} entries, though leaf ${last.leaf} was written a minute before`,
      )
  }

  /**
   * Adds a remark for a write that began a minute or more before a decision whose entry precedes it in the log, because the
   * decision need not have seen the write. A write gets its place in the log in less than a minute, unless clocks differ or an
   * attacker delayed it.
   *
   * @param {number} at
   * @param {number} leaf
   */
  #compareTime(at, leaf) {
    if (at >= this.#named.at - OVERLAP_MS) return
    this.#remark(
      'late',
      `${leaf}`,
      `leaf ${leaf}: what it wrote began a minute or more before the decision of leaf ${this.#named.leaf}, which need not have seen it`,
    )
  }

  /** @param {number} leaf @param {number} at */
  #wrote(leaf, at) {
    const last = this.#written.at(-1)
    const second = Math.max(Math.floor(at / 1000), last?.second ?? 0)
    if (last?.second === second) last.leaf = leaf
    else this.#written.push({ second, leaf })
    if (this.#written.length > MAX_SECONDS) this.#written.shift()
  }
}
