import { Failure } from './failure.mjs'

/** @import { Place } from './failure.mjs' */
/** @import { StateBudget } from './history.mjs' */
/** @import { AuditEntry } from './log.mjs' */

/**
 * Who had a part in what is certified, as the log has it: the person who submitted a result, who made the key that did, who wrote the suite
 * version (docs/gate-rules.md, Separation of duties).
 */
export class Duties {
  /** The person who made a key or wrote a suite version, by its id. @type {Map<string, string>} */
  #makers = new Map()
  #budget

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
  }

  /**
   * Takes the first version of a key, or a version of a suite, which has an id of its own.
   *
   * @param {any} record
   * @param {AuditEntry['actor']} actor
   */
  made({ id }, actor) {
    if (actor.kind !== 'user' || actor.id === null || this.#makers.has(id)) return
    this.#budget.take()
    this.#makers.set(id, actor.id)
  }

  /**
   * The person behind a call, if any.
   *
   * @param {AuditEntry['actor']} actor
   */
  personOf({ kind, id }) {
    if (id === null) return undefined
    return kind === 'user' ? id : kind === 'api_key' ? this.#makers.get(id) : undefined
  }

  /**
   * Throws unless a certification names all of them. The record of one from before there was separation names nobody. It may name others: who
   * made the accounts of these people.
   *
   * @param {any} certification
   * @param {(string | undefined)[]} submitters of its results
   * @param {Place} place
   */
  check({ involved, suite_id }, submitters, place) {
    if (!Array.isArray(involved)) return
    const missing = [...submitters, this.#makers.get(suite_id)].find((id) => id && !involved.includes(id))
    if (missing === undefined) return
    const says = `certification: ${missing} submitted a result or wrote the suite, and is not among the involved`
    throw new Failure('input_differs', says, place)
  }
}
