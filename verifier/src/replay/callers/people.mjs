import { canonicalJson } from '../../json/json.mjs'
import { Failure } from '../../report/failure.mjs'
import { ADMIN, APPROVERS, MEMBERS, writersOf } from './writers.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */

// The roles that may call an operation, as the protos declare them (docs/rpcs.md). An operation that every role may call is not
// listed and not compared. Where an operation loses a role, the role stays in this list, because earlier logs have such calls.

const READERS = ['admin', 'auditor']

/** By operation. @type {Readonly<Record<string, readonly string[]>>} */
export const ROLES = Object.freeze({
  acceptProposal: APPROVERS,
  assessIncident: MEMBERS,
  assessSupplier: MEMBERS,
  attachToIncident: MEMBERS,
  certify: APPROVERS,
  commentIncident: MEMBERS,
  createAsset: MEMBERS,
  createChannel: ADMIN,
  createIncident: MEMBERS,
  createIncidentReport: MEMBERS,
  createKey: ADMIN,
  createProfile: MEMBERS,
  createSuite: MEMBERS,
  createSupplier: MEMBERS,
  createSystem: ADMIN,
  createUser: ADMIN,
  createWebhookEndpoint: ADMIN,
  deleteChannel: ADMIN,
  disableUser: ADMIN,
  dismissProposal: APPROVERS,
  editAsset: MEMBERS,
  editIncident: MEMBERS,
  editIncidentReport: MEMBERS,
  editSupplier: MEMBERS,
  exportEvidence: READERS,
  fileIncidentReport: MEMBERS,
  getCheckpoint: READERS,
  getEntryProof: READERS,
  inviteUser: ADMIN,
  listCheckpoints: READERS,
  listEntries: READERS,
  listExports: READERS,
  listKeys: READERS,
  listSigningKeys: READERS,
  listUsers: READERS,
  mergeIncident: MEMBERS,
  moveIncident: MEMBERS,
  resetPassword: ADMIN,
  resolveTrigger: APPROVERS,
  retireAsset: MEMBERS,
  revokeKey: ADMIN,
  revokeSigningKey: ADMIN,
  revokeWebhookEndpoint: ADMIN,
  rotateSigningKey: ADMIN,
  rotateWebhookSecret: ADMIN,
  setIncidentMoments: MEMBERS,
  testChannel: ADMIN,
  updateChannel: ADMIN,
  updateKey: ADMIN,
  updateProfile: MEMBERS,
  updateReportingSettings: ADMIN,
  updateSystem: ADMIN,
  updateUser: ADMIN,
  updateWebhookEndpoint: ADMIN,
  verifyLog: READERS,
})

/**
 * Throws where the entry names another e-mail address, the account was disabled, or it lacked the role for the call or for the
 * records that the call wrote.
 *
 * @param {any[]} states of the account that the call may have read
 * @param {Pick<AuditEntry, 'operation' | 'receipts' | 'details'> & { id: string | null, name: string | null }} call
 * @param {Place} place
 */
export function assertPerson(states, { operation, receipts, details, id, name }, place) {
  if (states.every(({ email }) => email !== undefined && email !== name))
    throw new Failure('caller_not_allowed', `${operation} by user ${id}, under the name ${name}`, place)
  // An export that the person began before the change of the account may end after it.
  const isEnd = operation === 'exportEvidence' && details.status !== 'started'
  if (!isEnd && states.every(({ status }) => status === 'disabled'))
    throw new Failure('caller_not_allowed', `${operation} by user ${id}, whose account is disabled`, place)
  const allowed = [
    !isEnd && Object.hasOwn(ROLES, operation) && ROLES[operation],
    ...receipts.map(({ type }) => writersOf(type, receipts)),
  ]
  for (const roles of allowed)
    if (roles && states.every(({ role }) => role !== undefined && !roles.includes(role)))
      throw new Failure(
        'caller_not_allowed',
        `${operation} by user ${id}, whose role is ${states.at(-1)?.role}`,
        place,
      )
}

/**
 * The person who attests MUST hold the role.
 *
 * @param {any[]} states of the account that the call may have read
 * @param {unknown} role
 * @param {Place} place
 */
export function assertHolds(states, role, place) {
  if (states.every(({ attestation_roles: held }) => Array.isArray(held) && !held.includes(role)))
    throw new Failure(
      'caller_not_allowed',
      `attested as ${role}, a role that the person does not hold`,
      place,
    )
}

/**
 * The next version of a caller's record MUST have the values of the previous one, except for those that its operation changes.
 * Otherwise a role that an attacker wrote into the database would get into the record with the next change of the password.
 *
 * @param {any} before undefined where there is none
 * @param {any} record
 * @param {string} operation
 * @param {Place} place
 */
export function assertFollows(before, record, operation, place) {
  const gives = (/** @type {string} */ what) => {
    throw new Failure('caller_not_allowed', `${operation} made ${record.id} ${what}`, place)
  }
  // A row is recorded as it is found where its record, of an earlier version, has no hash of the credential.
  if (operation === 'recordFound' && before?.credential_sha256 !== undefined) gives('a found one again')
  if (before === undefined || operation === 'recordFound') return
  if (before.revoked_at && !record.revoked_at) gives('valid again after it was revoked')
  if (before.status === 'disabled' && record.status !== 'disabled')
    gives('active again after it was disabled')
  if (operation !== 'updateUser' && differ(before.role, record.role)) gives(`${record.role}`)
  if (operation !== 'updateUser' && differ(before.attestation_roles, record.attestation_roles))
    gives('the holder of different attestation roles')
  const held = before.permissions
  if (Array.isArray(held) && record.permissions.some((/** @type {unknown} */ one) => !held.includes(one)))
    gives('the holder of more permissions')
}

/**
 * Fields that a record lacks are not compared.
 *
 * @param {any} before
 * @param {any} now
 */
function differ(before, now) {
  return before !== undefined && now !== undefined && canonicalJson(before) !== canonicalJson(now)
}
