import type { EntityManager } from '@mikro-orm/postgresql'
import type { ClientBase } from 'pg'
import type { Call } from '../audit/call.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import { ActorKind } from '../identity/caller.ts'

/**
 * Locks the account of the acting person until the transaction ends. The account MUST be as it was when the call was
 * authenticated, and the session MUST NOT have been ended meanwhile. Otherwise a call in progress could still give access or
 * approve something after the account was disabled, lost a role or got another password.
 *
 * @throws DomainError FORBIDDEN
 */
export async function holdPerson(em: EntityManager, call: Pick<Call, 'caller'>): Promise<void> {
  await hold(call, (values) => em.execute('select ledger.hold_session(?, ?, ?, ?) as is_same', values))
}

/** Like holdPerson, on a connection in a transaction. */
export async function holdPersonOn(
  client: Pick<ClientBase, 'query'>,
  call: Pick<Call, 'caller'>,
): Promise<void> {
  const sql = 'select ledger.hold_session($1, $2, $3, $4) as is_same'
  await hold(call, async (values) => (await client.query<Held>(sql, values)).rows)
}

async function hold(call: Pick<Call, 'caller'>, ask: (values: unknown[]) => Promise<Held[]>): Promise<void> {
  const { actor, organizationId } = call.caller
  if (actor === undefined || !isPerson(call)) return
  const [row] = await ask([organizationId, actor.id, actor.userVersion, actor.sessionId || null])
  if (row?.is_same !== true) throw accountChanged()
}

/** Whether the caller is a person. */
export function isPerson({ caller }: Pick<Call, 'caller'>): boolean {
  return caller.actor?.kind === ActorKind.USER
}

type Held = { is_same: boolean | null }

/** The refusal of a call whose person's account has changed since it was authenticated. */
function accountChanged(): DomainError {
  return new DomainError(Reason.FORBIDDEN, 'your account has changed while this call was under way')
}
