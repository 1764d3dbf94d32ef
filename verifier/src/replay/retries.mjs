import { sha256 } from '../hashes/hash.mjs'
import { Failure } from '../report/failure.mjs'
import { NewestKept } from './state/newest-kept.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { Remark } from '../report/remarks.mjs' */
/** @import { AuditEntry } from '../log/log.mjs' */
/** @import { StateBudget } from './state/states.mjs' */

/** The most answers whose hashes are kept. The newest ones are kept, which bounds the memory. */
const MAX_KEPT = 100_000
/** The number of bytes that are kept of a hash. */
const SHORT = 16
/**
 * Answers are stored for a day. For this long after the first entry with the hashes of its answer, an answer may come from an
 * earlier release, whose entries do not have the hashes.
 */
const UPGRADE_MS = 25 * 60 * 60 * 1000

/**
 * Checks that each retry got the answer of the original call (docs/decisions/0101-idempotency-keys.md). Otherwise a call could be
 * hidden behind an entry that only names another call. Earlier entries of retries do not have the answer and are not compared.
 */
export class Retries {
  /** The hashes of key, request and answer, by the id of the entry. @type {NewestKept<string>} */
  #answers
  /** The time of the first entry that has the hashes of its answer. @type {number | undefined} */
  #since
  #budget
  #remark

  /** @param {StateBudget} budget @param {Remark} remark */
  constructor(budget, remark) {
    this.#budget = budget
    this.#remark = remark
    this.#answers = new NewestKept(Math.trunc(MAX_KEPT * budget.effort))
  }

  /**
   * Takes an entry.
   *
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {(id: string) => boolean} isBefore whether the log has an earlier entry with this id
   * @param {Place} place
   */
  take({ id, operation, outcome, details }, at, isBefore, place) {
    if (outcome !== 'ok') return
    const { answer, answers, in_order, log_size, replay_of: first, replayed } = /** @type {any} */ (details)
    if (answer || in_order || log_size !== undefined) this.#since ??= at
    if (answer) this.#keep(id, answer)
    if (operation === 'recordFoundAnswers' && Array.isArray(answers))
      for (const one of answers) this.#find(one ?? {}, at, place)
    if (!replayed) return
    const known = this.#answers.get(shortOf(String(first)))
    if (known === hashOf(replayed)) return
    const isOfEarlier = at < (this.#since ?? at) + UPGRADE_MS
    const mayBeUnknown = known === undefined && isBefore(String(first))
    if (mayBeUnknown && this.#answers.isCut)
      return this.#budget.leaveOut('whether retries got the answers of calls long before them')
    if (mayBeUnknown && isOfEarlier)
      return this.#remark(
        'retry',
        `${place.index}`,
        `leaf ${place.index}: a retry got the answer of an earlier call that is not compared`,
      )
    throw new Failure('answer_differs', `the answer of ${first}`, place)
  }

  /**
   * Takes an answer that the ledger had stored before an upgrade. The entry of the call takes precedence.
   *
   * @param {any} answer
   * @param {number} at
   * @param {Place} place
   */
  #find(answer, at, place) {
    const id = String(answer.entry_id)
    if (this.#answers.get(shortOf(id)) !== undefined) return
    this.#since ??= at
    if (at >= this.#since + UPGRADE_MS)
      this.#remark(
        'retry',
        `${place.index}`,
        `leaf ${place.index}: an answer was recorded as found after an upgrade, long after the upgrade: of ${id}`,
      )
    this.#keep(id, answer)
  }

  /** @param {string} id @param {any} answer */
  #keep(id, answer) {
    this.#answers.set(shortOf(id), hashOf(answer))
  }
}

/** @param {any} answer */
const hashOf = ({ key_sha256, request_sha256, sha256: answered }) =>
  shortOf(JSON.stringify([key_sha256, request_sha256, answered]))

/** Returns the first SHORT bytes of the hash of a text. @param {string} text */
const shortOf = (text) =>
  Buffer.from(sha256(Buffer.from(text), 'latin1').slice(0, SHORT), 'latin1').toString('latin1')
