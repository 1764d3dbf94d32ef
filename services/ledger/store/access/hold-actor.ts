import type { EntityManager } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { ActorKind, ROLES } from '../../../kernel/identity/caller.ts'

/**
 * Holds the account of the person who acts, and that of another person, until the transaction ends, in one order. Whoever acts MUST
 * still have the role that the call was authenticated with: a change of people and keys that was under way when somebody took that
 * role away, or disabled the account, does not undo it.
 *
 * @throws DomainError FORBIDDEN
 */
export async function holdActor(em: EntityManager, { caller }: Call, other?: string): Promise<void> {
  const { actor, organizationId } = caller
  if (actor?.kind !== ActorKind.USER) return
  const rows = await em.execute<{ id: string; role: string; status: string }[]>(
    'select id, role, status from ledger.users where org_id = ? and id in (?, ?) order by id for update',
    [organizationId, actor.id, other ?? actor.id],
  )
  const present = rows.find(({ id }) => id === actor.id)
  if (present?.status === 'active' && present.role === ROLES.word(actor.role)) return
  throw new DomainError(Reason.FORBIDDEN, 'your account has changed while this call was under way')
}
