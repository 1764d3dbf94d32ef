import { Failure } from '../../report/failure.mjs'

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

/**
 * Throws where a call names a credential that the person did not have. Entries and records of earlier versions name none.
 *
 * @param {any[]} states of the account that the call may have read
 * @param {Pick<AuditEntry, 'operation' | 'details'> & { id: string | null }} call
 * @param {Place} place
 */
export function assertPresented(states, { operation, details, id }, place) {
  if (!Object.hasOwn(NAMED, operation)) return
  const { name, what } = /** @type {{ name: string, what: string }} */ (NAMED[operation])
  const named = details[name]
  if (named === undefined) return
  if (states.every((state) => state[name] !== undefined && state[name] !== named))
    throw new Failure('caller_not_allowed', `${operation} by user ${id}, with ${what}`, place)
}
