import type { EntityManager } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { ActorKind } from '../../../kernel/identity/caller.ts'
import { INSTALLATION_ID } from '../../../kernel/values/ids.ts'

/** Stores who gave a person roles or possible access to the account (RESET), and when, by the database's clock. */
export async function recordGrants(
  em: EntityManager,
  call: Call,
  userId: string,
  roles: readonly string[],
): Promise<void> {
  const { organizationId, actor } = call.caller
  const by = actor?.kind === ActorKind.USER ? actor.id : INSTALLATION_ID
  for (const role of new Set(roles)) {
    await em.execute(
      `insert into ledger.role_grants as g (org_id, user_id, role, granted_by) values (?, ?, ?, ?)
       on conflict (org_id, user_id, role, granted_by) do update set granted_at = excluded.granted_at`,
      [organizationId, userId, role, by],
    )
  }
}

/**
 * Recorded instead of a role where a person created the account, or where somebody reset its password or renewed its invitation:
 * that person may know how to get in.
 */
export const RESET = ''
