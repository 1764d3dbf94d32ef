import type { Call } from '../../../kernel/call.ts'
import { commitState } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { SessionEntity } from '../entities/access.ts'

/** Sessions, by the SHA-256 of their token. */
export type SessionStore = {
  create(call: Call, session: SessionState): Promise<void>
  /** Ends every session with that id. */
  end(call: Call, userId: string, tokenHash: Buffer): Promise<void>
}

export type SessionState = { tokenHash: Buffer; id: string; orgId: string; userId: string; expiresAt: Date }

export function sessionStore(db: Database): SessionStore {
  return {
    create: (call, session) =>
      transact(db, async (em, append) => {
        em.create(SessionEntity, session)
        await em.flush()
        await commitState(append, call, [])
      }),
    end: (call, userId, tokenHash) =>
      transact(db, async (em, append) => {
        await em.nativeDelete(SessionEntity, { orgId: call.caller.organizationId, userId, tokenHash })
        await commitState(append, call, [])
      }),
  }
}
