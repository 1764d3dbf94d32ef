import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { commitState, type StateRecord } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { SESSION_HOURS } from '../../domain/access/session.ts'
import { UserEntity } from '../entities/access.ts'
import { endSessionsOf, sessionRecord } from './session-records.ts'

/** Sessions, by the SHA-256 of their token. */
export type SessionStore = {
  /**
   * Opens a session for a person who has given the password with the hash `proven`.
   *
   * @returns when it ends at the latest, or undefined when the person was disabled or the password changed meanwhile.
   */
  create(call: Call, session: SessionState, proven: string): Promise<Date | undefined>
  /** Ends every session with that id. */
  end(call: Call, userId: string, tokenHash: Buffer): Promise<void>
}

export type SessionState = { tokenHash: Buffer; id: string; orgId: string; userId: string }

export function sessionStore(db: Database): SessionStore {
  return {
    create: (call, session, proven) =>
      transact(db, async (em, append) => {
        const { orgId, userId } = session
        const still = { orgId, id: userId, password: proven, status: 'active' }
        // A call that ends a person's sessions locks the person's row. This session is either opened before that call and ended
        // by it, or not opened.
        if ((await em.findOne(UserEntity, still, { lockMode: LockMode.PESSIMISTIC_READ })) === null)
          return undefined
        const { expiresAt, record } = await insertSession(em, session)
        await commitState(append, call, [record])
        return expiresAt
      }),
    end: (call, userId, tokenHash) =>
      transact(db, async (em, append) => {
        const { organizationId: orgId } = call.caller
        // Waits for calls of the session that are about to commit. No other call of it commits afterwards.
        await em.execute('select ledger.hold_session(?, ?, 0, null)', [orgId, userId])
        await commitState(append, call, await endSessionsOf(em, call, { orgId, userId, tokenHash }))
      }),
  }
}

/** @returns when it ends at the latest, by the database's clock, and its record */
export async function insertSession(
  em: EntityManager,
  { tokenHash, id, orgId, userId }: SessionState,
): Promise<{ expiresAt: Date; record: StateRecord }> {
  const [row] = await em.execute<{ created_at: Date; expires_at: Date }[]>(
    `insert into ledger.sessions (token_hash, id, org_id, user_id, expires_at)
     values (?, ?, ?, ?, now() + make_interval(hours => ?)) returning created_at, expires_at`,
    [tokenHash, id, orgId, userId, SESSION_HOURS],
  )
  const [createdAt, expiresAt] = [new Date(row!.created_at), new Date(row!.expires_at)]
  return { expiresAt, record: sessionRecord({ tokenHash, id, orgId, userId, createdAt, expiresAt }) }
}
