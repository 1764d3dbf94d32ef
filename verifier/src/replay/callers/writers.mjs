import { Failure } from '../../report/failure.mjs'
import { OF_DECISIONS } from '../state/replayed-types.mjs'

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
    sessions: ALL,
    suites: MEMBERS,
    triggers: ALL,
    users: ALL,
  })
)
/** What others write of these types: by the kind of the caller and the operation. */
const OF_OTHERS = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({
    'operator resetPassword': ['sessions', 'users'],
    'system recordFound': ['api-keys', 'sessions', 'users'],
  })
)
/** What people write of these types without a session, by operation. */
const OUTSIDE = /** @type {Readonly<Record<string, readonly string[]>>} */ (
  Object.freeze({ acceptInvitation: ['sessions', 'users'], createSession: ['sessions'] })
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
 * Whether a person who writes this type needs a session.
 *
 * @param {string} operation
 * @param {string} type
 */
export function needsSession(operation, type) {
  if (Object.hasOwn(OUTSIDE, operation) && OUTSIDE[operation]?.includes(type)) return false
  return OF_DECISIONS.has(type) || Object.hasOwn(WRITERS, type)
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
 * Throws where a person opened a session without signing in, or a session of another person.
 *
 * @param {any} record of a session
 * @param {{ id: string | null, operation: string, place: Place }} call of a person
 */
export function assertOpens({ user_id, version }, { id, operation, place }) {
  if (version !== 1 || (operation === 'createSession' && user_id === id)) return
  throw new Failure('caller_not_allowed', `${operation} by user ${id} opened a session of ${user_id}`, place)
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
