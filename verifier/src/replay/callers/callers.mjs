import { Failure } from '../../report/failure.mjs'
import { historyOf, OVERLAP_MS } from '../state/history.mjs'
import { assertPresented, assertSameCredentials, credentialsOf, isWithoutSession } from './credentials.mjs'
import { assertFollows, assertHolds, assertPerson } from './people.mjs'
import { Sessions } from './sessions.mjs'
import { assertMayWrite, assertOfPeople, assertOpens } from './writers.mjs'

/** @import { Place } from '../../report/failure.mjs' */
/** @import { History } from '../state/history.mjs' */
/** @import { AuditEntry } from '../../log/log.mjs' */
/** @import { StateBudget } from '../state/states.mjs' */

/** The permission that each operation of the REST API requires of a key (docs/api.md section 4). */
export const PERMISSIONS = /** @type {Readonly<Record<string, string>>} */ (
  Object.freeze({
    attestDecision: 'gate:query',
    createAsset: 'assets:write',
    createIncident: 'incidents:write',
    createSupplier: 'suppliers:write',
    getCheckpoint: 'audit:read',
    getIncident: 'incidents:read',
    getTile: 'audit:read',
    listAssets: 'assets:read',
    listEntries: 'audit:read',
    listEvalSuites: 'evaluations:read',
    listEvaluations: 'evaluations:read',
    listIncidents: 'incidents:read',
    listRuns: 'agent_runs:read',
    listSuppliers: 'suppliers:read',
    queryGate: 'gate:query',
    queryGateByName: 'gate:query',
    reportSpans: 'agent_runs:write',
    setIncidentStatus: 'incidents:status',
    submitEvaluations: 'evaluations:write',
    submitRunEvents: 'agent_runs:write',
    submitRuns: 'agent_runs:write',
  })
)

/** The record type of a caller, by the kind of actor. */
const KINDS = /** @type {Readonly<Record<string, string>>} */ (
  Object.freeze({ api_key: 'api-keys', user: 'users', webhook_endpoint: 'webhook-endpoints' })
)

/** The longest call, in milliseconds, whose start is read from the id of its entry. */
const MAX_CALL_MS = 60 * 60 * 1000

/**
 * Returns when a call began, in milliseconds. The entry of a read has the time at which the read ended, but its caller's rights
 * were checked when it began. The id of the entry, a UUIDv7, was generated at that time.
 *
 * @param {string} id
 * @param {number} at
 */
function beginOf(id, at) {
  const began = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return began > at - MAX_CALL_MS && began < at ? began : at
}

/**
 * Returns the members of a caller's record that are compared.
 *
 * @param {string} type
 * @param {any} record
 */
function keptOf(type, { role, status, attestation_roles, permissions, revoked_at, expires_at, ...record }) {
  const kept = { role, status, attestation_roles, permissions, revoked_at, expires_at }
  return type === 'webhook-endpoints' ? kept : { ...kept, email: record.email, ...credentialsOf(record) }
}

/**
 * Whether a key had expired when a call began. A call is admitted before its entry gets its time, and another clock gives that
 * time, so OVERLAP_MS is tolerated.
 *
 * @param {{ expires_at?: string | null }} state
 * @param {number} at
 */
function hasExpired({ expires_at }, at) {
  return typeof expires_at === 'string' && Date.parse(expires_at) <= at - OVERLAP_MS
}

/**
 * Checks that each successful call was allowed. Its caller MUST be in the log, MUST NOT be revoked, disabled or expired, and MUST
 * have the permission. A person MUST have had the role for the call.
 */
export class CallerChecks {
  #budget
  /** @type {Map<string, History<any>>} */
  #callers = new Map()
  /**
   * Throws unless the records of the current call created its caller. Set while the log does not have the caller yet.
   *
   * @type {(() => void) | undefined}
   */
  #pending
  /**
   * The person who makes the current call, with the versions of the account that the call may have read.
   *
   * @type {{ id: string | null, states: any[], place: Place } | undefined}
   */
  #person
  /** The operation of the current entry. */
  #operation = ''
  #sessions

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
    this.#sessions = new Sessions(budget)
  }

  /**
   * @param {string} type
   * @param {any} record
   * @param {number} at
   * @param {number} call the leaf of the call that wrote it
   * @param {Place} place of the record
   */
  take(type, record, at, call, place) {
    if (type === 'attestations' && this.#person)
      assertHolds(this.#person.states, record.role, this.#person.place)
    const person = this.#person && { ...this.#person, operation: this.#operation }
    if (type === 'users' && person) assertMayWrite(record, person)
    if (type === 'sessions' && person) assertOpens(record, person)
    if (type === 'sessions') this.#sessions.take(record, at, call)
    if (!Object.values(KINDS).includes(type)) return
    const history = historyOf(this.#callers, `${type} ${record.id}`, this.#budget)
    assertFollows(history.newest, record, this.#operation, place)
    if (type !== 'webhook-endpoints') assertSameCredentials(history.newest, record, this.#operation, place)
    history.add(keptOf(type, record), at, call)
  }

  /**
   * The roles that the calling person may have had; undefined where the caller is not a person. @returns {string[] | undefined}
   */
  get roles() {
    return this.#person?.states.map(({ role }) => role)
  }

  /** Ends the entry, after its last record. */
  endEntry() {
    const pending = this.#pending
    this.#pending = undefined
    pending?.()
  }

  /**
   * @param {AuditEntry} entry
   * @param {number} recordedAt
   * @param {Place} place
   */
  check(entry, recordedAt, place) {
    const { id, actor, operation, outcome } = entry
    this.#person = undefined
    this.#operation = operation
    if (outcome === 'ok' && this.#sessions.areRecorded(recordedAt)) assertOfPeople(entry, place)
    const type = Object.hasOwn(KINDS, actor.kind) ? KINDS[actor.kind] : undefined
    if (type === undefined || outcome !== 'ok') return
    const at = beginOf(id, recordedAt)
    const states = this.#statesOf(type, entry, at, place)
    if (states === undefined) return
    assertValid(states, entry, at, place)
    if (type === 'users') this.#checkPerson(states, entry, at, place)
    assertPresented(states, entry, place)
    if (type === 'api-keys') assertPermission(states, entry, place)
  }

  /**
   * Returns the states of a caller that the call may have read. Returns undefined for a caller that the call creates.
   *
   * @param {string} type
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {Place} place
   */
  #statesOf(type, { actor, operation, receipts }, at, place) {
    const name = `${type} ${actor.id}`
    const unknown = () => new Failure('caller_unknown', `${operation} by ${actor.kind} ${actor.id}`, place)
    const known = this.#callers.get(name)
    if (known) return known.readableAt(at).filter(Boolean)
    if (!receipts.some((receipt) => receipt.type === type)) throw unknown()
    this.#pending = () => {
      if (!this.#callers.has(name)) throw unknown()
    }
    return undefined
  }

  /**
   * @param {any[]} states
   * @param {AuditEntry} entry
   * @param {number} at
   * @param {Place} place
   */
  #checkPerson(states, { actor: { id, name }, operation, receipts, details, via }, at, place) {
    this.#person = { id, states, place }
    const isOutside = isWithoutSession({ operation, receipts, via })
    if (!isOutside && id !== null && !this.#sessions.had(id, at))
      throw notAllowed(`${operation} by user ${id}, who was not signed in`, place)
    if (!isOutside && id !== null && !this.#sessions.had(id, at, details.token_sha256))
      throw notAllowed(`${operation} by user ${id}, with the token of no session of that person`, place)
    assertPerson(states, { operation, receipts, details, id, name }, place)
  }
}

/**
 * @param {any[]} states
 * @param {AuditEntry} entry
 * @param {number} at
 * @param {Place} place
 */
function assertValid(states, { operation, actor: { kind, id } }, at, place) {
  if (states.every(isRevoked)) throw notAllowed(`${operation} by ${kind} ${id}, which is revoked`, place)
  if (states.every((state) => isRevoked(state) || hasExpired(state, at)))
    throw notAllowed(`${operation} by ${kind} ${id}, which had expired`, place)
}

/** @param {{ revoked_at?: string | null }} state */
function isRevoked({ revoked_at }) {
  return (revoked_at ?? null) !== null
}

/**
 * @param {any[]} states
 * @param {AuditEntry} entry
 * @param {Place} place
 */
function assertPermission(states, { operation, via }, place) {
  const needed = via === 'rest' && Object.hasOwn(PERMISSIONS, operation) ? PERMISSIONS[operation] : undefined
  if (needed && !states.some(({ permissions }) => permissions.includes(needed)))
    throw notAllowed(`${operation} needs ${needed}, the key has ${states.at(-1)?.permissions}`, place)
}

/** @param {string} says @param {Place} place */
function notAllowed(says, place) {
  return new Failure('caller_not_allowed', says, place)
}
