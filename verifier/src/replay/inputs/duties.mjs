import { Failure } from '../../report/failure.mjs'
import { sizeOf } from '../state/states.mjs'
import { Waits } from './waits.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { StateBudget } from '../state/states.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */
/** @typedef {{ at: number, settings: any[], place: Place }} Call `settings`: the separation of duties that it may have read */

/**
 * Checks who contributed to what is certified: who submitted a result, who made the API key that submitted it, and who wrote the
 * suite version. It also checks that the people who approved were allowed to (docs/gate-rules.md, Separation of duties).
 */
export class Duties {
  /** The person who made a key or wrote a suite version, by the id of the key or version. @type {Map<string, string>} */
  #makers = new Map()
  #budget
  #waits

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
    this.#waits = new Waits(budget)
  }

  /**
   * Takes the first version of a key, or a version of a suite. Each suite version has an id of its own.
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
   * Returns the person behind a call, if any: the caller, or the person who made the calling key.
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
   * Throws unless a certification names everyone who submitted its results or wrote its suite. It may name more people. A record
   * that is older than the separation of duties names no people and is not compared. A record with a `duties_version` also names
   * the people who may have acted in the name of those people, and MUST NOT claim a longer wait than the log shows.
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
      const says = `certification: ${missing} submitted a result or wrote the suite, or may have done so under that name, and is not listed as involved`
      throw new Failure('input_differs', says, call.place)
    }
    this.checkWait(certification, certified_by?.id, call, this.#sinceActing(certification, openly, call))
  }

  /**
   * Returns the longest time, in hours, since the certifier could have acted in the name of one of the people who are openly
   * involved. Infinity where the record need not take it into account.
   *
   * @param {any} certification
   * @param {string[]} openly
   * @param {Call} call
   */
  #sinceActing({ duties_version, certified_by }, openly, { at, settings }) {
    const certifier = certified_by?.id
    const waits = settings.flatMap((one) => (one.certifier_is_another ? [] : [one.role_wait_hours]))
    const wait = Math.max(0, ...waits)
    const isLeftOut = !(duties_version >= (wait > 0 ? ACTED_AS_AFTER_WAIT : ACTED_AS))
    if (isLeftOut || openly.includes(certifier)) return Number.POSITIVE_INFINITY
    const hours = this.#waits.hoursSinceActingAs(certifier, openly, at)
    // Within the wait, the certifier is among those involved instead. The gate may have counted fewer hours.
    return wait > 0 && hours < wait + CLOCKS ? Number.POSITIVE_INFINITY : hours
  }

  /**
   * Throws where an approval claims that its person had waited longer than the log shows.
   *
   * @param {any} approval
   * @param {string} person
   * @param {Call} call
   * @param {number} [otherwise] the most hours for another reason
   */
  checkWait(approval, person, { at, settings, place }, otherwise = Number.POSITIVE_INFINITY) {
    if (!isOfDuties(approval)) return
    const { role, duties_version } = approval
    const more =
      role !== undefined && duties_version >= GRANTED_BY_OWN && duties_version < ACTED_AS
        ? this.#waits.grantedByOwn(person, at, role, shortestWait(settings))
        : []
    const sinceGrant =
      role !== undefined && duties_version >= ACTED_AS
        ? this.#waits.hoursSinceGrantByOwn(person, at, role)
        : Number.POSITIVE_INFINITY
    // A clock that was set back has not reached the time of a grant yet. To have waited for 0 hours is no claim.
    const most = Math.max(0, Math.min(otherwise, sinceGrant, this.#waits.hours(person, at, role, more)))
    if (approval.waited_hours <= most) return
    const says = `the person is said to have waited ${approval.waited_hours} hours, by the log at most ${Math.floor(most)}`
    throw new Failure('input_differs', says, place)
  }

  /**
   * Throws where a person resolved the trigger of a change although the settings do not allow it.
   *
   * @param {any} resolution
   * @param {string} changedBy
   * @param {Call} call
   */
  checkResolver(resolution, changedBy, { at, settings, place }) {
    if (!settings.every((one) => one.changes_need_another)) return
    const resolver = resolution.resolved_by?.id
    const refuse = (/** @type {string} */ why) => {
      throw new Failure('caller_not_allowed', `${resolver} resolved the trigger of a change, ${why}`, place)
    }
    if (resolver === changedBy) refuse('which was their own')
    if (!isOfDuties(resolution)) return
    const hours = shortestWait(settings)
    if (this.#waits.mayHaveActedAs([changedBy], at, hours).has(resolver))
      refuse('which may have been made under the name of another account')
    if (this.#waits.hours(resolver, at) < hours) refuse('before the wait was over')
  }
}

/**
 * Since this `duties_version`, a person also waits after a role was granted by an account in whose name that person may have
 * acted.
 */
const GRANTED_BY_OWN = 3

/** Since this `duties_version`, a person waits also after having been able to act in the name of another, whatever the settings. */
const ACTED_AS = 4

/**
 * Since this `duties_version`, a certification also counts the hours since the certifier could have acted in the name of another
 * where certifiers may be involved and these hours are beyond the wait that is set.
 */
const ACTED_AS_AFTER_WAIT = 5

/**
 * The most hours by which the gate may count fewer than `hoursSinceActingAs`: an hour for the clocks in either direction, and one
 * for whole hours.
 */
const CLOCKS = 3

/**
 * Whether a record has a `duties_version`. Earlier records do not say what their numbers take into account.
 *
 * @param {any} record
 */
const isOfDuties = ({ duties_version }) => typeof duties_version === 'number'

/** @param {any[]} settings */
const shortestWait = (settings) => Math.min(...settings.map((one) => one.role_wait_hours))
