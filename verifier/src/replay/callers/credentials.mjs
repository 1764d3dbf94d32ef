import { Failure } from '../../report/failure.mjs'
import { needsSession } from './writers.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */

/**
 * The calls that a person makes with the password or the code of an invitation. The details of their entries and the person's
 * record have its hash under the same name.
 */
const NAMED = /** @type {Readonly<Record<string, { name: string, what: string }>>} */ (
  Object.freeze({
    acceptInvitation: { name: 'code_sha256', what: 'the code of no invitation of that person' },
    createSession: { name: 'credential_sha256', what: 'a password that is not that person’s' },
  })
)

/**
 * Whether a person makes a call without a session, or the call may end after it. Such a call writes nothing that decisions read,
 * and nothing that people need a session for.
 *
 * @param {Pick<AuditEntry, 'operation' | 'receipts' | 'via'>} call
 */
export function isWithoutSession({ operation, receipts, via }) {
  const isOutside = Object.hasOwn(NAMED, operation) || operation === 'exportEvidence' || via === 'system'
  return isOutside && !receipts.some(({ type }) => needsSession(operation, type))
}

/**
 * Returns under which name the details of a person's call that wrote have the hash of what was presented; undefined for exports.
 *
 * @param {Pick<AuditEntry, 'operation' | 'receipts' | 'via'>} call
 */
export function presentedBy(call) {
  if (!isWithoutSession(call)) return 'token_sha256'
  return Object.hasOwn(NAMED, call.operation) ? NAMED[call.operation]?.name : undefined
}

/**
 * Returns the hashes of a person's credentials; of an account without an invitation, null. Earlier records lack them.
 *
 * @param {any} record
 */
export function credentialsOf({ credential_sha256, invitation }) {
  return {
    credential_sha256,
    code_sha256: invitation === undefined ? undefined : (invitation?.code_sha256 ?? null),
  }
}

const OF_KEYS = { name: 'credential_sha256', what: 'another key than that of its record' }

/**
 * Throws where a call names a credential that the person did not have, or another key than the caller's. Entries and records of
 * earlier versions name none.
 *
 * @param {any[]} states of the caller that the call may have read
 * @param {Pick<AuditEntry, 'operation' | 'details' | 'actor'>} call
 * @param {Place} place
 */
export function assertPresented(states, { operation, details, actor: { kind, id } }, place) {
  const ofPerson = Object.hasOwn(NAMED, operation) ? NAMED[operation] : undefined
  const credential = kind === 'api_key' ? OF_KEYS : ofPerson
  if (credential === undefined) return
  const { name, what } = credential
  const named = details[name]
  if (named === undefined) return
  if (states.every((state) => state[name] !== undefined && state[name] !== named))
    throw new Failure('caller_not_allowed', `${operation} by ${kind} ${id}, with ${what}`, place)
}

/** The operations whose next version of a person, or of a key, may have another password, or key. */
const PASSWORD_CHANGES = ['acceptInvitation', 'changePassword', 'recordFound', 'resetPassword']
/** The operations whose next version of a person may have another code. */
const CODE_CHANGES = ['inviteUser', 'recordFound']

/**
 * The next version of a person or a key MUST have the credentials of the previous one, except for those that its operation changes.
 * Otherwise a hash that an attacker wrote into the database would get into the record with the next change of the role.
 *
 * @param {any} before the members of the previous version that are kept; undefined where there is none
 * @param {any} record
 * @param {string} operation
 * @param {Place} place
 */
export function assertSameCredentials(before, record, operation, place) {
  // A disabled account has no use for its own, and stays disabled.
  if (record.status === 'disabled') return
  const { credential_sha256, code_sha256 } = before ?? {}
  const now = credentialsOf(record)
  const gives = (/** @type {string} */ what) => {
    throw new Failure('caller_not_allowed', `${operation} gave ${record.id} another ${what}`, place)
  }
  const hasOther = credential_sha256 !== undefined && now.credential_sha256 !== credential_sha256
  if (hasOther && !PASSWORD_CHANGES.includes(operation)) gives('credential')
  const isInvited = code_sha256 !== undefined && typeof now.code_sha256 === 'string'
  if (isInvited && now.code_sha256 !== code_sha256 && !CODE_CHANGES.includes(operation)) gives('invitation')
}
