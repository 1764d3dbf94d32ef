import { presentedBy } from './callers/credentials.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { Remark } from '../report/remarks.mjs' */
/** @import { AuditEntry } from '../log/log.mjs' */

/** What every release states whose calls name the credential that was presented; 1 for what is not named here. */
const WITH_CREDENTIALS = /** @type {Readonly<Record<string, number>>} */ (
  Object.freeze({
    'credential_sha256 of a key': 0,
    'duties_version of a change': 5,
    'duties_version of attestations': 5,
    'duties_version of certifications': 5,
    'duties_version of resolutions': 5,
    rules_version: 2,
  })
)

/** The members of a caller's record that its calls are compared with, by type. */
const OF_CALLERS = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({
    'api-keys': ['credential_sha256'],
    users: ['role', 'attestation_roles', 'email', 'credential_sha256', 'invitation'],
  })
)

/**
 * Adds a remark for each call that does not state what calls of its kind before it did, or what the release of an earlier call
 * states. The replay compares such a call with less of
 * the log, as it does with calls of an earlier release: an earlier release ran beside a later one, or somebody changed the entry
 * before it had its place in the log.
 */
export class Stated {
  /** The highest number that was stated, by what it is about. @type {Map<string, number>} */
  #highest = new Map()
  /** Whether a call has named the credential that was presented. */
  #namesCredentials = false
  #remark

  /** @param {Remark} remark */
  constructor(remark) {
    this.#remark = remark
  }

  /** @param {AuditEntry} entry @param {Place} place */
  entry({ operation, outcome, actor, details, receipts, via }, place) {
    const wrote = (/** @type {string[]} */ ...types) => receipts.some(({ type }) => types.includes(type))
    if (wrote('evaluations')) {
      this.#take('in_order', details.in_order === true, place)
      if (actor.kind === 'api_key')
        this.#take('credential_sha256 of a key', typeof details.credential_sha256 === 'string', place)
    }
    if (wrote('gate-decisions', 'certifications', 'attestations'))
      this.#take('log_size', typeof details.log_size === 'number', place)
    if (wrote('agent-profiles', 'ai-systems') && operation !== 'createSuite')
      this.#take('duties_version of a change', details.duties_version, place)
    if (wrote('resolutions') && !wrote('certifications')) this.#take('settled', !!details.settled, place)
    const presented =
      actor.kind === 'user' && receipts.length > 0 && presentedBy({ operation, receipts, via })
    if (presented) {
      this.#take(presented, typeof details[presented] === 'string', place)
      this.#namesCredentials ||= typeof details[presented] === 'string'
    }
    if (details.replay_of) this.#take('replayed', !!details.replayed, place)
    if (operation !== 'attestDecision' || outcome !== 'ok') return
    this.#take('record_hash', typeof details.record_hash === 'string', place)
    if (details.decision !== 'pass' || typeof details.subject_sha256 !== 'string') return
    this.#take('newest_decision_id', typeof details.newest_decision_id === 'string', place)
    this.#take('log_size of a signature', typeof details.log_size === 'number', place)
  }

  /** @param {string} type @param {any} record @param {Place} place of the entry */
  record(type, { duties_version, opened_trigger, snapshot, ...record }, place) {
    if (['certifications', 'attestations', 'resolutions'].includes(type))
      this.#take(`duties_version of ${type}`, duties_version, place)
    if (['agent-profiles', 'ai-systems'].includes(type))
      this.#take('opened_trigger', opened_trigger !== undefined, place)
    if (Object.hasOwn(OF_CALLERS, type))
      for (const name of OF_CALLERS[type] ?? [])
        this.#take(`${name} of ${type}`, record[name] !== undefined, place)
    if (type === 'gate-decisions') this.#take('rules_version', snapshot.rules_version, place)
  }

  /**
   * @param {string} what
   * @param {unknown} value a number that rises from release to release, or whether a release states it
   * @param {Place} place
   */
  #take(what, value, { index }) {
    const stated = Number.isSafeInteger(value) || value === true ? Number(value) : 0
    const implied = this.#namesCredentials ? (WITH_CREDENTIALS[what] ?? 1) : 0
    const before = Math.max(this.#highest.get(what) ?? 0, implied)
    if (stated >= before) return void this.#highest.set(what, stated)
    const says =
      stated > 0
        ? `${what} is ${stated}, after calls with ${before}`
        : `it does not state ${what}, as the release of earlier calls does`
    this.#remark('unstated', `${index}`, `leaf ${index}: ${says}; less of it is compared`)
  }
}
