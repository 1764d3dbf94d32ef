import type { EntityManager } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { holdPerson } from '../../../kernel/database/hold-person.ts'
import { ActorKind } from '../../../kernel/identity/caller.ts'

/**
 * Locks the accounts of the acting person and of another person until the transaction ends, in the order of their ids. The acting
 * person's account MUST be as it was when the call was authenticated (holdPerson). So no call in progress can undo a change of
 * that account.
 *
 * @throws DomainError FORBIDDEN
 */
export async function holdActor(em: EntityManager, call: Call, other: string): Promise<void> {
  const { actor, organizationId } = call.caller
  if (actor?.kind !== ActorKind.USER) return
  const both = 'select from ledger.users where org_id = ? and id in (?, ?) order by id for update'
  await em.execute(both, [organizationId, actor.id, other])
  await holdPerson(em, call)
}
