import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { commitState, type StateRecord } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { isDuplicate } from '../../../kernel/database/errors.ts'
import { holdPerson } from '../../../kernel/database/hold-person.ts'
import { matching } from '../../../kernel/database/matching.ts'
import { isRecorded, requireRecorded } from '../../../kernel/database/recorded.ts'
import { below } from '../../../kernel/database/seek.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { DomainError, invalid, Reason } from '../../../kernel/errors/errors.ts'
import { ActorKind, ROLES, Role } from '../../../kernel/identity/caller.ts'
import { type StoredInvitation, type UserState, userRecord } from '../../domain/access/access-records.ts'
import { InvitationEntity, OrganizationEntity, UserEntity } from '../entities/access.ts'
import { holdActor } from './hold-actor.ts'
import { type NewInvitation, putInvitation } from './put-invitation.ts'
import { RESET, recordGrants } from './record-grants.ts'
import { endSessionsOf } from './session-records.ts'

/** The people of the organizations. Passwords are argon2id hashes. */
export type UserStore = {
  page(
    organizationId: string,
    search: string,
    limit: number,
    before: string | undefined,
  ): Promise<UserState[]>
  get(organizationId: string, id: string): Promise<(UserState & { password: string }) | undefined>
  /** The accounts of an address without withdrawn invitations, the oldest first: at most one an organization. */
  byEmail(email: string): Promise<(UserState & { password: string })[]>
  /** @throws DomainError VALIDATION when the organization has an account of the address. */
  create(call: Call, user: UserState, login: Login): Promise<void>
  /**
   * Appends the next version: `change` returns what changes in the current one.
   *
   * @param options.endSessions whether the person is signed out and an invitation ends
   * @returns the new state, or undefined when there is no such user.
   * @throws DomainError CONFLICT when it would leave the organization without an administrator.
   */
  update(
    call: Call,
    id: string,
    change: (user: UserState) => UserChange,
    options: { endSessions: boolean },
  ): Promise<UserState | undefined>
}

/** The hash of the first password, or the invitation by which the person chooses it. */
type Login = { password: string } | { invitation: NewInvitation }

type UserChange = Partial<Pick<UserState, 'role' | 'attestationRoles' | 'status'>> & {
  password?: string
  mustChangePassword?: boolean
}

export function userStore(db: Database): UserStore {
  const em = () => db.orm.em.fork()
  return {
    page: (orgId, search, limit, before) =>
      em().find(
        UserEntity,
        { orgId, ...matching('email', search), ...below(before) },
        { orderBy: { id: 'desc' }, limit },
      ),
    get: async (orgId, id) => (await em().findOne(UserEntity, { orgId, id })) ?? undefined,
    byEmail: async (email) => {
      const accounts = await em().find(UserEntity, { emailKey: emailKey(email) }, { orderBy: { id: 'asc' } })
      return accounts.filter((account) => !isWithdrawn(account))
    },
    async create(call, user, login) {
      const password = 'password' in login ? login.password : ''
      try {
        await transact(db, async (em, append) => {
          await holdPerson(em, call)
          em.create(UserEntity, { ...user, password, emailKey: emailKey(user.email) })
          await em.flush()
          if ('invitation' in login) await putInvitation(em, user, login.invitation)
          // The person who creates an account may know its password, or the code of its invitation.
          const isMadeByPerson = call.caller.actor?.kind === ActorKind.USER
          const waiting = isMadeByPerson ? [...user.attestationRoles, RESET] : user.attestationRoles
          await recordGrants(em, call, user.id, waiting)
          await commitState(append, call, [
            userState(user, password, 'invitation' in login ? login.invitation : undefined),
          ])
        })
      } catch (error) {
        if (isDuplicate(error)) throw await taken(em(), user)
        throw error
      }
    },
    update: (call, id, change, { endSessions }) =>
      transact(db, async (em, append) => {
        const orgId = call.caller.organizationId
        await holdActor(em, call, id)
        const user = await em.findOne(UserEntity, { orgId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (user === null) return undefined
        const before = isAdministrator(user)
        const held = user.attestationRoles
        const changed = change(user)
        // Disabling removes the rights of the account, and is allowed even if the row differs from its record.
        if (changed.status !== 'disabled')
          await requireRecordedUser(em, user, { isOwn: call.caller.actor?.id === id })
        const wasDisabled =
          user.status === 'disabled' && (await isRecorded(em, orgId, userState(user, user.password)))
        const ended = endSessions ? await endSessionsOf(em, call, { orgId, userId: id }) : []
        if (endSessions) await em.nativeDelete(InvitationEntity, { orgId, userId: id })
        if (wasDisabled && changed.status === 'disabled' && ended.length === 0) {
          await commitState(append, call, [])
          return user
        }
        em.assign(user, { ...changed, version: user.version + 1 })
        await em.flush()
        const granted = user.attestationRoles.filter((role) => !held.includes(role))
        await recordGrants(em, call, id, changed.mustChangePassword ? [...granted, RESET] : granted)
        if (before && !isAdministrator(user)) await requireAnother(em, orgId)
        await commitState(append, call, [await userVersion(em, user), ...ended])
        return user
      }),
  }
}

/**
 * Refuses a change of an account whose row differs from its record: a change MUST NOT build on a role that only the database has.
 *
 * @param options.isOwn whether people change their own account: then the stored password MUST be the recorded one too
 * @throws DomainError CONFLICT
 */
export async function requireRecordedUser(
  em: EntityManager,
  user: UserState & { password: string },
  { isOwn }: { isOwn: boolean },
): Promise<void> {
  const except = isOwn ? ['invitation'] : ['invitation', 'credential_sha256', 'must_change_password']
  await requireRecorded(em, user.orgId, userState(user, user.password), except)
}

function isAdministrator({ role, status }: Pick<UserState, 'role' | 'status'>): boolean {
  return role === ADMIN && status === 'active'
}

/** Removing an administrator locks the organization's row. Otherwise two calls could remove the last two at once. */
async function requireAnother(em: EntityManager, orgId: string): Promise<void> {
  await em.findOne(OrganizationEntity, { id: orgId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if ((await em.count(UserEntity, { orgId, role: ADMIN, status: 'active' })) === 0)
    throw new DomainError(Reason.CONFLICT, 'the organization would have no administrator')
}

const ADMIN = ROLES.word(Role.ADMIN)

/** Whether the account is that of an invitation that was withdrawn. Its address can be invited again. */
function isWithdrawn({ status, password }: { status: string; password: string }): boolean {
  return status === 'disabled' && password === ''
}

export function emailKey(email: string): string {
  return email.toLowerCase()
}

/** The record of the current version of a stored person, with the person's invitation, if any. */
export async function userVersion(
  em: EntityManager,
  user: UserState & { password: string },
): Promise<StateRecord> {
  const { orgId, id } = user
  const invitation = await em.findOne(InvitationEntity, { orgId, userId: id })
  return userState(user, user.password, invitation ?? undefined)
}

/** @param password as it is stored */
export function userState(user: UserState, password: string, invitation?: StoredInvitation): StateRecord {
  return {
    type: 'users',
    table: 'ledger.user_records',
    id: user.id,
    version: user.version,
    text: userRecord(user, password, invitation),
  }
}

/** The refusal of an address that the organization already has. For an invited person it says how to get a new code. */
async function taken(em: EntityManager, { orgId, email }: UserState): Promise<DomainError> {
  const held = await em.findOne(UserEntity, { orgId, emailKey: emailKey(email), status: 'invited' })
  if (held !== null)
    return invalid({ email: [`is taken by ${held.id}, who is invited: invite that id for a new code`] })
  return invalid({ email: ['is taken'] })
}
