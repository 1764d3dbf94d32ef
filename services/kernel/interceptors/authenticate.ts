import type { Interceptor, StreamRequest, UnaryRequest } from '@connectrpc/connect'
import { DomainError, Reason } from '../errors/errors.ts'
import { ActorKind, type Caller, callerKey, callerOf, sessionKey } from '../identity/caller.ts'
import type { Directory } from '../identity/directory.ts'
import { markServed } from '../identity/origin.ts'

/**
 * Authenticates the caller. Calls of this process are trusted. Calls of other processes are trusted as far as the request gate
 * has established. A claim to be a person MUST NOT be trusted: every service resolves the session's token here, and the
 * result replaces the claim.
 */
export function authenticate(directory: Directory): Interceptor {
  return (next) => (request) => {
    const values = request.contextValues
    markServed(values)
    return values.get(callerKey)?.actor?.kind === ActorKind.USER ? asPerson(next, request) : next(request)
  }

  async function asPerson(next: AnyFn, request: UnaryRequest | StreamRequest) {
    const values = request.contextValues
    values.set(callerKey, await person(directory, callerOf({ values }), values.get(sessionKey)))
    return next(request)
  }
}

async function person(directory: Directory, claimed: Caller, session: string | undefined): Promise<Caller> {
  if (session === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'a person acts only in a session')
  const { organizationId, user, addons } = await directory.session(session)
  return { ...claimed, organizationId, actor: user, addons }
}

type AnyFn = ReturnType<Interceptor>
