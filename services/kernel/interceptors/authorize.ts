import type { Interceptor } from '@connectrpc/connect'
import { DomainError, Reason } from '../errors/errors.ts'
import { accessOf } from '../identity/access.ts'
import { ActorKind, callerOf, ROLES } from '../identity/caller.ts'
import { isTrusted, originKey } from '../identity/origin.ts'

/** What a session that was opened with a one-time password is told. */
export function oneTimePassword(): DomainError {
  return new DomainError(Reason.FORBIDDEN, 'change your one-time password first, then sign in again', {
    details: { must_change_password: true },
  })
}

/** Checks every call against the access that its method declares (attestry.common.v1.access). The default is refusal. */
export const authorize: Interceptor = (next) => (request) => {
  const access = accessOf(request.method)
  if (access.internal) {
    if (!isTrusted(request.contextValues.get(originKey)))
      throw new DomainError(Reason.FORBIDDEN, 'this call is internal')
    return next(request)
  }
  const { actor, addons } = callerOf({ values: request.contextValues })
  if (actor?.kind === ActorKind.USER) {
    if (!access.control.includes(actor.role)) {
      const roles = access.control.map((role) => ROLES.word(role))
      throw new DomainError(Reason.FORBIDDEN, 'your role does not allow this', { details: { roles } })
    }
    if (actor.mustChangePassword && !access.oneTimePassword) throw oneTimePassword()
  } else if (actor === undefined || !access.actors.includes(actor.kind)) {
    throw new DomainError(Reason.FORBIDDEN, 'this caller may not do this')
  }
  if (access.addon !== '' && !addons.includes(access.addon)) {
    throw new DomainError(Reason.FORBIDDEN, `the add-on ${access.addon} is needed`, {
      details: { addon: access.addon },
    })
  }
  return next(request)
}
