import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import type { StateRecord } from '../../../kernel/database/commit-state.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { isoTime } from '../../../kernel/values/time.ts'
import { SessionEntity } from '../entities/access.ts'

/** A session as its row holds it. */
type StoredSession = {
  tokenHash: Uint8Array
  id: string
  orgId: string
  userId: string
  createdAt: Date
  expiresAt: Date
}

/**
 * The record of a session: version 1 when it is opened, version 2 when it is ended before its time. It has the SHA-256 of the
 * stored form of the token.
 */
export function sessionRecord(session: StoredSession, endedAt: Date | null = null): StateRecord {
  const { id, orgId, userId, tokenHash, createdAt, expiresAt } = session
  const version = endedAt === null ? 1 : 2
  const text = canonicalJson({
    organization_id: orgId,
    id,
    version,
    user_id: userId,
    token_sha256: sha256Hex(tokenHash),
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
    ended_at: endedAt === null ? null : isoTime(endedAt),
  })
  return { type: 'sessions', table: 'ledger.session_records', id, version, text }
}

/** Deletes sessions. @returns the records that say that they are ended */
export async function endSessionsOf(
  em: EntityManager,
  call: Call,
  where: { orgId: string; userId: string; tokenHash?: Buffer },
): Promise<StateRecord[]> {
  const sessions = await em.find(SessionEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE })
  await em.nativeDelete(SessionEntity, where)
  return sessions.map((session) => sessionRecord(session, call.at))
}
