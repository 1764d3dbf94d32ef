import { LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/call.ts'
import { commitState, type StateRecord } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { isDuplicate } from '../../../kernel/database/errors.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { invalid } from '../../../kernel/errors.ts'
import { type UserState, userRecord } from '../../domain/access-records.ts'
import { SessionEntity, UserEntity } from '../entities/access.ts'

/** The people of the organizations. Passwords are argon2id hashes. */
export type UserStore = {
  list(organizationId: string): Promise<UserState[]>
  get(organizationId: string, id: string): Promise<(UserState & { password: string }) | undefined>
  byEmail(email: string): Promise<(UserState & { password: string }) | undefined>
  /** @throws DomainError VALIDATION when the address is taken. */
  create(call: Call, user: UserState, password: string): Promise<void>
  /**
   * Appends the next version, with what `change` says of the current one. `endSessions` signs the person out.
   * @returns the new state, or undefined when there is no such user.
   */
  update(
    call: Call,
    id: string,
    change: (user: UserState) => UserChange,
    endSessions: boolean,
  ): Promise<UserState | undefined>
}

export type UserChange = Partial<Pick<UserState, 'role' | 'attestationRoles' | 'status'>> & {
  password?: string
}

export function userStore(db: Database): UserStore {
  const em = () => db.orm.em.fork()
  return {
    list: (orgId) => em().find(UserEntity, { orgId }, { orderBy: { id: 'desc' } }),
    get: async (orgId, id) => (await em().findOne(UserEntity, { orgId, id })) ?? undefined,
    byEmail: async (email) => (await em().findOne(UserEntity, { emailKey: emailKey(email) })) ?? undefined,
    async create(call, user, password) {
      try {
        await transact(db, async (em, append) => {
          em.create(UserEntity, { ...user, password, emailKey: emailKey(user.email) })
          await em.flush()
          await commitState(append, call, [userState(user)])
        })
      } catch (error) {
        if (isDuplicate(error)) throw invalid({ email: ['is taken'] })
        throw error
      }
    },
    update: (call, id, change, endSessions) =>
      transact(db, async (em, append) => {
        const orgId = call.caller.organizationId
        const user = await em.findOne(UserEntity, { orgId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (user === null) return undefined
        em.assign(user, { ...change(user), version: user.version + 1 })
        if (endSessions) await em.nativeDelete(SessionEntity, { orgId, userId: id })
        await em.flush()
        await commitState(append, call, [userState(user)])
        return user
      }),
  }
}

export function emailKey(email: string): string {
  return email.toLowerCase()
}

export function userState(user: UserState): StateRecord {
  return {
    type: 'users',
    table: 'ledger.user_records',
    id: user.id,
    version: user.version,
    text: userRecord(user),
  }
}
