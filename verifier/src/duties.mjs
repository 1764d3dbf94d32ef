import { Failure } from './failure.mjs'
import { sizeOf } from './states.mjs'
import { Waits } from './waits.mjs'

/** @import { Place } from './failure.mjs' */
/** @import { StateBudget } from './states.mjs' */
/** @import { AuditEntry } from './log.mjs' */
/** @typedef {{ at: number, settings: any[], place: Place }} Call with the settings of separation that it may have read */

/**
 * Who had a part in what is certified, as the log has it: the person who submitted a result, who made the key that did, who wrote the suite
 * version; and whether those who approved might (docs/gate-rules.md, Separation of duties).
 */
export class Duties {
  /** The person who made a key or wrote a suite version, by its id. @type {Map<string, string>} */
  #makers = new Map()
  #budget
  #waits

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
    this.#waits = new Waits(budget)
  }

  /**
   * Takes the first version of a key, or a version of a suite, which has an id of its own.
   *
   * @param {any} record
   * @param {AuditEntry['actor']} actor
   */
  made({ id }, actor) {
    if (actor.kind !== 'user' || actor.id === null || this.#makers.has(id)) return
    this.#budget.take(sizeOf(id) + sizeOf(actor.id))
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
   * Takes a version of a person.
   *
   * @param {any} record
   * @param {number} at
   * @param {{ operation: string, actor: AuditEntry['actor'] }} call that wrote it
   */
  person(record, at, call) {
    this.#waits.take(record, at, call)
  }

  /**
   * Throws unless a certification names all of them. The record of one from before there was separation names nobody. It may name others. One
   * with a version of the duties also names who may have acted for them, and says no longer wait than there was.
   *
   * @param {any} certification
   * @param {(string | undefined)[]} submitters of its results
   * @param {Call} call
   */
  check(certification, submitters, call) {
    const { involved, suite_id, certified_by } = certification
    if (!Array.isArray(involved)) return
    const openly = [...submitters, this.#makers.get(suite_id)].filter((id) => id !== undefined)
    const expected = isOfDuties(certification)
      ? this.#waits.mayHaveActedAs(openly, call.at, shortestWait(call.settings))
      : openly
    const missing = [...expected].find((id) => !involved.includes(id))
    if (missing !== undefined) {
      const says = `certification: ${missing} submitted a result or wrote the suite, or may have done so in that name, and is not among the involved`
      throw new Failure('input_differs', says, call.place)
    }
    this.checkWait(certification, certified_by?.id, call)
  }

  /**
   * Throws where an approval says that its person had waited longer than the log has it.
   *
   * @param {any} approval
   * @param {string} person
   * @param {Call} call
   */
  checkWait(approval, person, { at, settings, place }) {
    if (!isOfDuties(approval)) return
    const { role, duties_version } = approval
    const more =
      role !== undefined && duties_version >= GRANTED_BY_OWN
        ? this.#waits.grantedByOwn(person, at, role, shortestWait(settings))
        : []
    const most = this.#waits.hours(person, at, role, more)
    if (approval.waited_hours <= most) return
    const says = `the person had waited ${approval.waited_hours} hours, the log says ${Math.floor(most)} at most`
    throw new Failure('input_differs', says, place)
  }

  /**
   * Throws where the trigger of a change was settled by whom the settings do not allow it.
   *
   * @param {any} resolution
   * @param {string} changedBy
   * @param {Call} call
   */
  checkResolver(resolution, changedBy, { at, settings, place }) {
    if (!settings.every((one) => one.changes_need_another)) return
    const resolver = resolution.resolved_by?.id
    const refuse = (/** @type {string} */ why) => {
      throw new Failure('caller_not_allowed', `${resolver} settled the trigger of a change, ${why}`, place)
    }
    if (resolver === changedBy) refuse('which was the own one')
    if (!isOfDuties(resolution)) return
    const hours = shortestWait(settings)
    if (this.#waits.mayHaveActedAs([changedBy], at, hours).has(resolver))
      refuse('which may have been made in the name of another account')
    if (this.#waits.hours(resolver, at) < hours) refuse('before the wait was over')
  }
}

/** From this version of the duties on, a role that the person got from an account of the own waits. */
const GRANTED_BY_OWN = 3

/** Earlier records say nothing of what their numbers take into account. @param {any} record */
const isOfDuties = ({ duties_version }) => typeof duties_version === 'number'

/** @param {any[]} settings */
const shortestWait = (settings) => Math.min(...settings.map((one) => one.role_wait_hours))
