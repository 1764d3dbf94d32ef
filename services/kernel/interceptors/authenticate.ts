import { create } from '@bufbuild/protobuf'
import type { ContextValues, Interceptor, StreamRequest, UnaryRequest } from '@connectrpc/connect'
import { CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { operationOf, serviceOf } from '../access.ts'
import {
  ActorKind,
  actor,
  CALLER_HEADER,
  type Caller,
  callerKey,
  callerOf,
  decodeCaller,
  localKey,
  ORGANIZATION_HEADER,
  SESSION_HEADER,
  sessionKey,
  Via,
} from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { ClientIdentity, Directory } from '../directory.ts'
import { DomainError, Reason } from '../errors.ts'
import { INSTALLATION_ID, mintId } from '../ids.ts'
import { identityKey, organizationNamed, peerKey } from '../transport/door.ts'
import { edgeKey, trustedKey } from './context-keys.ts'
import type { Strangers } from './strangers.ts'

/**
 * Establishes who calls. Calls of this process are believed; over the network a service client's token is
 * required, and only a trusted one (the gateway, a service, the operator) may say for whom it speaks. A person is
 * never believed: the session's token is resolved here, in every service, and what it says replaces the claim.
 */
export function authenticate(
  directory: Directory,
  clock: Clock,
  watch: Pick<Strangers, 'refuse'>,
): Interceptor {
  return (next) => (request) => {
    const values = request.contextValues
    if (!values.get(localKey)) return fromAfar(next, request)
    values.set(trustedKey, true)
    return isPerson(values) ? asPerson(next, request) : next(request)
  }

  async function fromAfar(next: AnyFn, request: UnaryRequest | StreamRequest) {
    const values = request.contextValues
    const client = await arrive(watch, request, clock.now())
    if (client.trusted) {
      values.set(trustedKey, true)
      const header = request.header.get(CALLER_HEADER)
      if (header !== null) values.set(callerKey, decodeCaller(header))
      const session = request.header.get(SESSION_HEADER)
      if (session !== null) values.set(sessionKey, session)
    } else {
      values.set(edgeKey, true)
    }
    return isPerson(values) ? asPerson(next, request) : next(request)
  }

  async function asPerson(next: AnyFn, request: UnaryRequest | StreamRequest) {
    const values = request.contextValues
    values.set(callerKey, await person(directory, callerOf({ values }), values.get(sessionKey)))
    return next(request)
  }
}

function isPerson(values: ContextValues): boolean {
  return values.get(callerKey)?.actor?.kind === ActorKind.USER
}

/**
 * Tells which service client calls, and sets a microservice as the caller. A refusal here is recorded in the
 * installation's log: the organization that was named has not been shown to be the client's business.
 */
async function arrive(
  watch: Pick<Strangers, 'refuse'>,
  {
    header,
    method,
    contextValues,
  }: Pick<UnaryRequest | StreamRequest, 'header' | 'method' | 'contextValues'>,
  at: Date,
): Promise<ClientIdentity> {
  const caller = create(CallerSchema, {
    organizationId: INSTALLATION_ID,
    actor: { kind: ActorKind.ANONYMOUS },
    via: Via.GRPC,
    operation: operationOf(method),
    requestId: mintId(at),
    clientAddress: contextValues.get(peerKey),
  })
  const named = organizationNamed(header)
  try {
    const client = await identityOf(contextValues)
    const { id, name } = client
    caller.actor = actor(ActorKind.SERVICE_CLIENT, id, name)
    if (!client.services.includes(serviceOf(method))) {
      throw new DomainError(Reason.FORBIDDEN, `this service client may not call ${serviceOf(method)}`)
    }
    if (!client.trusted) {
      checkOrganization(client, named)
      contextValues.set(callerKey, { ...caller, organizationId: named, addons: client.addons })
    }
    return client
  } catch (error) {
    throw await watch.refuse(caller, error, named === '' ? {} : { organization_id: named })
  }
}

/** Whom the door let in. @throws DomainError UNAUTHENTICATED */
async function identityOf(values: ContextValues): Promise<ClientIdentity> {
  const identity = values.get(identityKey)
  if (identity === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'nobody asked for a credential')
  return identity
}

/** A microservice acts as itself, for one organization that it may act for. */
function checkOrganization(client: ClientIdentity, named: string): void {
  if (named === '' || named === INSTALLATION_ID) {
    throw new DomainError(Reason.VALIDATION, `${ORGANIZATION_HEADER} must name the organization, a UUID`)
  }
  const granted = client.organizationIds.length === 0 || client.organizationIds.includes(named)
  if (!granted || !client.organizationKnown) {
    throw new DomainError(Reason.FORBIDDEN, 'this service client may not act for that organization')
  }
}

async function person(directory: Directory, claimed: Caller, session: string | undefined): Promise<Caller> {
  if (session === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'a person acts only in a session')
  const { organizationId, user, addons } = await directory.session(session)
  return { ...claimed, organizationId, actor: user, addons }
}

type AnyFn = ReturnType<Interceptor>
