import { create } from '@bufbuild/protobuf'
import type { Interceptor, StreamRequest, UnaryRequest } from '@connectrpc/connect'
import { ActorSchema, CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { operationOf, serviceOf } from '../access.ts'
import {
  ActorKind,
  CALLER_HEADER,
  type Caller,
  callerKey,
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
import { INSTALLATION_ID, isUuid, mintId } from '../ids.ts'
import { edgeKey, trustedKey } from './context-keys.ts'
import { recordRefusal } from './record-refusal.ts'

/**
 * Establishes who calls. Calls of this process are believed; over the network a service client's token is
 * required, and only a trusted one (the gateway, a service, the operator) may say for whom it speaks. A person is
 * never believed: the session's token is resolved here, in every service, and what it says replaces the claim.
 */
export function authenticate(directory: Directory, clock: Clock): Interceptor {
  return (next) => async (request) => {
    const values = request.contextValues
    if (values.get(localKey)) {
      values.set(trustedKey, true)
    } else {
      const client = await arrive(directory, request, clock.now())
      if (client.trusted) {
        values.set(trustedKey, true)
        const header = request.header.get(CALLER_HEADER)
        if (header !== null) values.set(callerKey, decodeCaller(header))
        const session = request.header.get(SESSION_HEADER)
        if (session !== null) values.set(sessionKey, session)
      } else {
        values.set(edgeKey, true)
      }
    }
    const caller = values.get(callerKey)
    if (caller?.actor?.kind === ActorKind.USER)
      values.set(callerKey, await person(directory, caller, values.get(sessionKey)))
    return next(request)
  }
}

/**
 * Tells which service client calls, and sets a microservice as the caller. A refusal here is recorded in the
 * installation's log: the organization that was named has not been shown to be the client's business.
 */
async function arrive(
  directory: Directory,
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
  })
  const named = (header.get(ORGANIZATION_HEADER) ?? '').toLowerCase()
  try {
    const client = await clientOf(directory, header, isUuid(named) ? named : '')
    const { id, name } = client
    caller.actor = create(ActorSchema, { kind: ActorKind.SERVICE_CLIENT, id, name })
    if (!client.services.includes(serviceOf(method))) {
      throw new DomainError(Reason.FORBIDDEN, `this service client may not call ${serviceOf(method)}`)
    }
    if (!client.trusted) {
      checkOrganization(client, named)
      contextValues.set(callerKey, { ...caller, organizationId: named, addons: client.addons })
    }
    return client
  } catch (error) {
    await recordRefusal(directory, caller, error, isUuid(named) ? { organization_id: named } : {})
    throw error
  }
}

async function clientOf(
  directory: Directory,
  header: Headers,
  organizationId: string,
): Promise<ClientIdentity> {
  const token = /^bearer +(\S+)$/i.exec(header.get('authorization') ?? '')?.[1]
  if (token === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'a service client token is required')
  return directory.client(token, organizationId)
}

/** A microservice acts as itself, for one organization that it may act for. */
function checkOrganization(client: ClientIdentity, named: string): void {
  if (!isUuid(named) || named === INSTALLATION_ID) {
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
