import type { EntityManager } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { accountChanged } from '../../../kernel/database/hold-person.ts'
import { ActorKind } from '../../../kernel/identity/caller.ts'

/**
 * Holds the account of the person who acts, and that of another person, until the transaction ends, in one order. That of whoever acts
 * MUST be as the call was authenticated (holdPerson): a change of people that was under way when somebody took a role away, disabled
 * the account or reset its password does not undo it.
 *
 * @throws DomainError FORBIDDEN
 */
export async function holdActor(em: EntityManager, { caller }: Call, other: string): Promise<void> {
  const { actor, organizationId } = caller
  if (actor?.kind !== ActorKind.USER) return
  const rows = await em.execute<{ id: string; version: number; status: string }[]>(
    'select id, version, status from ledger.users where org_id = ? and id in (?, ?) order by id for update',
    [organizationId, actor.id, other],
  )
  const present = rows.find(({ id }) => id === actor.id)
  if (present?.status !== 'active' || present.version !== actor.userVersion) throw accountChanged()
}
