import { Failure } from '../report/failure.mjs'
import { historyOf, OVERLAP_MS } from './state/history.mjs'
import { NewestKept } from './state/newest-kept.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { History } from './state/history.mjs' */
/** @import { AuditEntry } from '../log/log.mjs' */
/** @import { StateBudget } from './state/states.mjs' */
/** @typedef {{ id: string, decision: unknown }} Decision */

/** The most decisions whose record hashes are kept. The newest ones are kept, which bounds the memory. */
const MAX_KEPT = 50_000

/**
 * Checks that decisions that were signed as files are in the log. Checks also that no passing decision was signed for an artifact
 * after the gate had decided to block (docs/decision-attestations.md). Earlier entries do not say what was read and are not
 * compared.
 */
export class SignedDecisions {
  /** By id: the hash of the record, and the AI system. @type {NewestKept<{ hash: string, system: string }>} */
  #kept
  /** The decisions that a call may still have read, by AI system. @type {Map<string, History<Decision>>} */
  #newest = new Map()
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
    this.#kept = new NewestKept(Math.trunc(MAX_KEPT * budget.effort))
  }

  /**
   * Takes a decision.
   *
   * @param {any} record
   * @param {string} hash of the record, hex
   * @param {{ at: number, leaf: number }} call
   */
  take({ id, decision, ai_system_id: system }, hash, { at, leaf }) {
    historyOf(this.#newest, system, this.#budget).add({ id, decision }, at, leaf)
    this.#kept.set(id, { hash, system })
  }

  /**
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {number | undefined} size of the log that it names
   * @param {Place} place
   */
  check({ operation, outcome, details }, at, size, place) {
    const { record_hash: hash, decision_id: id, newest_decision_id: newest } = details
    if (operation !== 'attestDecision' || outcome !== 'ok' || typeof hash !== 'string') return
    const known = this.#kept.get(String(id))
    if (known === undefined && this.#kept.isCut)
      return this.#budget.leaveOut(
        'whether decisions that were signed long after they were made are those in the log',
      )
    if (known?.hash !== hash)
      throw new Failure('input_differs', `a decision was signed that differs from the log: ${id}`, place)
    if (typeof newest !== 'string') return
    const decisions = this.#newest.get(known.system)
    const read =
      decisions?.readableAt(at, size).find((one) => one?.id === newest) ??
      unblocked(decisions, newest, at, size)
    if (read?.decision === 'pass') return
    if (read === undefined && decisions?.isCut(at, size))
      return this.#budget.leaveOut(
        'whether the gate blocked when a decision was signed: too many decisions happened at the same time',
      )
    const says = `an earlier decision was signed for an artifact: ${newest} ${read === undefined ? 'was not the newest one' : 'blocks'}`
    throw new Failure('input_differs', says, place)
  }
}

/**
 * Returns the decision with this id, unless the call had seen a later one that blocks. It does not matter which of several
 * passing decisions was the newest: while the sequencer does not run, the log does not give decisions an order, and ids, which
 * then decide, follow the clocks of processes.
 *
 * @param {History<Decision> | undefined} decisions
 * @param {string} id
 * @param {number} at
 * @param {number} [size] of the log
 */
function unblocked(decisions, id, at, size = 0) {
  const kept = decisions?.kept ?? []
  const found = kept.findIndex(({ value }) => value.id === id)
  const isBlocked = kept
    .slice(found + 1)
    .some(
      ({ value, at: made, call }) => value.decision === 'block' && (made < at - OVERLAP_MS || call < size),
    )
  return isBlocked ? undefined : kept[found]?.value
}
