import { Failure } from '../report/failure.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { Remark } from '../report/remarks.mjs' */

/**
 * How far times may run backwards along the log, or be later than the signature, in milliseconds. This tolerates adjusted clocks.
 */
export const CLOCK_TOLERANCE_MS = 60 * 60 * 1000

/**
 * Checks the times of entries in the order of the log. No entry MUST be much earlier than an entry before it, or much later than
 * the signature.
 */
export class EntryTimes {
  /** The latest time of all entries. @type {number | undefined} */
  newest
  /** The time with which the next entry is compared. It goes back where a clock was set back. */
  #latest = 0
  #allowsClockSteps
  #remark

  /**
   * @param {boolean} allowsClockSteps whether times out of order give remarks instead of failures
   * @param {Remark} remark
   */
  constructor(allowsClockSteps, remark) {
    this.#allowsClockSteps = allowsClockSteps
    this.#remark = remark
  }

  /**
   * @param {number} at the time of an entry, in milliseconds
   * @param {string} text the same, as the entry has it
   * @param {number} signedAt when the package was signed, in milliseconds
   * @param {Place} place
   */
  take(at, text, signedAt, place) {
    this.newest = Math.max(this.newest ?? at, at)
    const isEarly = at < this.#latest - CLOCK_TOLERANCE_MS
    const isLate = at > signedAt + CLOCK_TOLERANCE_MS
    const wasLate = this.#latest > signedAt + CLOCK_TOLERANCE_MS
    const by = isEarly ? 'before an entry before it' : 'after the signature'
    if ((isEarly || isLate) && !this.#allowsClockSteps)
      throw new Failure('time_order', `${text}, an hour or more ${by}`, place)
    // Each step of a clock gives one remark; the entries after it give none.
    if (isEarly || (isLate && !wasLate))
      this.#remark('clock', `${place.index}`, `leaf ${place.index}: ${text}, an hour or more ${by}`)
    this.#latest = isEarly ? at : Math.max(this.#latest, at)
  }
}
