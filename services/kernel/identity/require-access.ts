import type { DescMethod } from '@bufbuild/protobuf'
import { DomainError, Reason } from '../errors/errors.ts'
import { accessOf } from './access.ts'
import { ActorKind, type Caller, ROLES } from './caller.ts'

/**
 * Requires that a method declares access for the caller (attestry.common.v1.access). The default is refusal.
 *
 * @throws DomainError FORBIDDEN; its details name the roles or the add-on that are missing
 */
export function requireAccess({ actor, addons }: Caller, method: DescMethod): void {
  const access = accessOf(method)
  if (actor?.kind === ActorKind.USER) {
    if (!access.control.includes(actor.role)) {
      const roles = access.control.map((role) => ROLES.word(role))
      throw refused('your role does not allow this', { roles })
    }
    if (actor.mustChangePassword && !access.oneTimePassword)
      throw refused('change your one-time password first, then sign in again', { must_change_password: true })
  } else if (actor === undefined || !access.actors.includes(actor.kind)) {
    throw new DomainError(Reason.FORBIDDEN, 'this caller may not do this')
  }
  const { addon } = access
  if (addon !== '' && !addons.includes(addon)) throw refused(`the add-on ${addon} is needed`, { addon })
}

function refused(message: string, details: { [name: string]: string | boolean | string[] }): DomainError {
  return new DomainError(Reason.FORBIDDEN, message, { details })
}
