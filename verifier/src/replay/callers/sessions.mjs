import { OVERLAP_MS } from '../state/history.mjs'
import { sizeOf } from '../state/states.mjs'

/** @import { StateBudget } from '../state/states.mjs' */

/**
 * Slightly longer than the longest session. Sessions that an earlier release opened without a record have ended after this time.
 */
const GRACE_MS = 13 * 60 * 60 * 1000
/** The most sessions of a person that are kept. Of the others, only the latest end is kept. */
const MAX_KEPT = 64
/** How long sessions that have ended are kept. */
const ENDED_MS = 2 * 60 * 60 * 1000
/** The largest tolerated difference between the clocks of the database and of a process. */
const CLOCKS_MS = 60 * 60 * 1000

/**
 * The sessions of people. A log whose first call opened a session has all sessions. Any other log has those since the upgrade
 * from an earlier release, which recorded no sessions.
 */
export class Sessions {
  /**
   * By person: the latest start of a call in each session, and the hash of its token. `others` is the latest such time of all
   * sessions that are not kept.
   *
   * @type {Map<string, { kept: Map<string, { until: number, token: unknown }>, others: number }>}
   */
  #ofPerson = new Map()
  /** The time from which every session is recorded. */
  #recordedFrom = Number.POSITIVE_INFINITY
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
  }

  /**
   * @param {any} record
   * @param {number} at
   * @param {number} call the leaf of the call that wrote it
   */
  take({ id, user_id, token_sha256: token, expires_at, ended_at }, at, call) {
    if (this.#recordedFrom === Number.POSITIVE_INFINITY)
      this.#recordedFrom = call === 0 ? Number.NEGATIVE_INFINITY : at + GRACE_MS
    let own = this.#ofPerson.get(user_id)
    if (own === undefined) {
      this.#budget.take(sizeOf(user_id), 3)
      own = { kept: new Map(), others: Number.NEGATIVE_INFINITY }
      this.#ofPerson.set(user_id, own)
    }
    const known = own.kept.get(id)
    if (known === undefined) {
      for (const [other, kept] of own.kept)
        if (own.kept.size >= MAX_KEPT || kept.until < at - ENDED_MS) {
          own.kept.delete(other)
          own.others = Math.max(own.others, kept.until)
          this.#budget.give(sizeOf(other) + sizeOf(kept.token))
        }
      this.#budget.take(sizeOf(id) + sizeOf(token))
    }
    // `expires_at` is a time of the database's clock.
    const until = ended_at ? Date.parse(ended_at) + OVERLAP_MS : Date.parse(expires_at) + CLOCKS_MS
    own.kept.set(id, { until, token: known === undefined ? token : known.token })
  }

  /** Whether all sessions of this time are recorded. @param {number} at */
  areRecorded(at) {
    return at >= this.#recordedFrom
  }

  /**
   * Whether the person had a session when a call began, as far as the log shows it.
   *
   * @param {string} person
   * @param {number} began
   * @param {unknown} [named] the hash of the session's token; absent: any session
   */
  had(person, began, named) {
    if (!this.areRecorded(began)) return true
    const own = this.#ofPerson.get(person)
    if (own === undefined) return false
    if (began <= own.others) return true
    return [...own.kept.values()].some(
      ({ until, token }) => began <= until && (named === undefined || named === token),
    )
  }
}
