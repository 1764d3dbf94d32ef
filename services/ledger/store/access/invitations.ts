import { LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { commitState } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { transact } from '../../../kernel/database/transact.ts'
import type { UserState } from '../../domain/access/access-records.ts'
import { InvitationEntity, UserEntity } from '../entities/access.ts'
import { holdActor } from './hold-actor.ts'
import { type NewInvitation, putInvitation } from './put-invitation.ts'
import { RESET, recordGrants } from './record-grants.ts'
import { requireRecordedUser, userVersion } from './users.ts'

/** Invitations, by the SHA-256 of their code. A person has at most one. */
export type InvitationStore = {
  /** The person that an unexpired code invites, or undefined. */
  find(codeHash: Buffer): Promise<UserState | undefined>
  /**
   * Replaces the invitation of a person who has not accepted one, and appends a version, so that the log names the person. The
   * account waits again, since the person who renews knows the code.
   * @returns the person, or undefined when nobody with that id waits for an invitation
   */
  renew(call: Call, userId: string, invitation: NewInvitation): Promise<UserState | undefined>
  /**
   * Redeems a code and sets the password of its person to the one with that hash.
   *
   * @returns the person's new state, or undefined when the code was used, replaced or has expired meanwhile
   */
  accept(call: Call, person: UserState, codeHash: Buffer, password: string): Promise<UserState | undefined>
}

export function invitationStore(db: Database): InvitationStore {
  return {
    async find(codeHash) {
      const em = db.orm.em.fork()
      const [found] = await em.execute<{ org_id: string; user_id: string }[]>(
        'select org_id, user_id from ledger.invitations where code_hash = ? and expires_at > now()',
        [codeHash],
      )
      if (found === undefined) return undefined
      return (
        (await em.findOne(UserEntity, { orgId: found.org_id, id: found.user_id, status: 'invited' })) ??
        undefined
      )
    },
    renew: (call, id, invitation) =>
      transact(db, async (em, append) => {
        const orgId = call.caller.organizationId
        await holdActor(em, call, id)
        const waits = { orgId, id, status: 'invited' }
        const user = await em.findOne(UserEntity, waits, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (user === null) return undefined
        await requireRecordedUser(em, user, { isOwn: false })
        await em.nativeDelete(InvitationEntity, { orgId, userId: id })
        await putInvitation(em, user, invitation)
        await recordGrants(em, call, id, [RESET])
        em.assign(user, { version: user.version + 1 })
        await em.flush()
        await commitState(append, call, [await userVersion(em, user)])
        return user
      }),
    accept: (call, { orgId, id }, codeHash, password) =>
      transact(db, async (em, append) => {
        const waits = { orgId, id, status: 'invited' }
        const user = await em.findOne(UserEntity, waits, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (user === null) return undefined
        await requireRecordedUser(em, user, { isOwn: true })
        const used = await em.execute(
          `delete from ledger.invitations
           where org_id = ? and user_id = ? and code_hash = ? and expires_at > now() returning user_id`,
          [orgId, id, codeHash],
        )
        if (used.length === 0) return undefined
        em.assign(user, { password, status: 'active', version: user.version + 1 })
        await em.flush()
        await commitState(append, call, [await userVersion(em, user)])
        return user
      }),
  }
}
