import { Failure } from '../../report/failure.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */

export const ADMIN = ['admin']
export const APPROVERS = ['admin', 'approver']
export const MEMBERS = ['admin', 'approver', 'member']
const ALL = [...MEMBERS, 'auditor']

/** The record types that only people write, each with their roles, whatever the name of the call. */
const WRITERS = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({
    'agent-profiles': MEMBERS,
    'ai-systems': MEMBERS,
    'api-keys': ADMIN,
    attestations: ALL,
    certifications: APPROVERS,
    resolutions: APPROVERS,
    suites: MEMBERS,
    triggers: ALL,
    users: ALL,
  })
)
/** What others write of these types: by the kind of the caller and the operation. */
const OF_OTHERS = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({ 'operator resetPassword': ['users'], 'system recordFound': ['api-keys', 'users'] })
)
/** The operations by which people set the password of their own account. */
const OF_OWN = ['acceptInvitation', 'changePassword']

/**
 * Returns the roles of those who write a type; undefined for one that not only people write. Without a suite, only administrators
 * write AI systems.
 *
 * @param {string} type
 * @param {AuditEntry['receipts']} receipts of the call
 */
export function writersOf(type, receipts) {
  if (type === 'ai-systems' && !receipts.some((one) => one.type === 'suites')) return ADMIN
  return Object.hasOwn(WRITERS, type) ? WRITERS[type] : undefined
}

/**
 * Throws where a call of others than people wrote what only people write.
 *
 * @param {AuditEntry} entry of a log whose sessions are recorded
 * @param {Place} place
 */
export function assertOfPeople({ actor: { kind }, operation, receipts }, place) {
  if (kind === 'user') return
  const call = `${kind} ${operation}`
  const theirs = Object.hasOwn(OF_OTHERS, call) ? OF_OTHERS[call] : undefined
  const other = receipts.find(({ type }) => Object.hasOwn(WRITERS, type) && !theirs?.includes(type))
  if (other === undefined) return
  throw new Failure('caller_not_allowed', `${operation} by ${kind} wrote ${other.type}`, place)
}

/**
 * Throws where a person who is no administrator made an account, or where a person gave a password to the account of another by a
 * call that sets their own.
 *
 * @param {any} record of a person
 * @param {{ id: string | null, states: any[], operation: string, place: Place }} call `states`: of the calling account, that it may
 *   have read
 */
export function assertMayWrite(record, { id, states, operation, place }) {
  const refuse = (/** @type {string} */ what) => {
    throw new Failure('caller_not_allowed', `${operation} by user ${id} ${what} ${record.id}`, place)
  }
  if (OF_OWN.includes(operation) && record.id !== id) refuse('gave a password to the account')
  const isAdmin = states.some(({ role }) => role === undefined || ADMIN.includes(role))
  if (record.version === 1 && !isAdmin) refuse('made the account')
}
