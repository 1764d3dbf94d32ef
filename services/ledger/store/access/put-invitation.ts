import type { EntityManager } from '@mikro-orm/postgresql'
import type { UserState } from '../../domain/access/access-records.ts'

/** A new invitation. Only the SHA-256 of its code is stored. */
export type NewInvitation = { codeHash: Buffer; expiresAt: Date }

/** Stores the invitation of a person who has none, in the transaction of `em`. */
export async function putInvitation(
  em: EntityManager,
  { orgId, id }: Pick<UserState, 'orgId' | 'id'>,
  { codeHash, expiresAt }: NewInvitation,
): Promise<void> {
  await em.execute(
    'insert into ledger.invitations (code_hash, org_id, user_id, expires_at) values (?, ?, ?, ?)',
    [codeHash, orgId, id, expiresAt],
  )
}
