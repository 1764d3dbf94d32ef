import { create } from '@bufbuild/protobuf'
import type { Interceptor } from '@connectrpc/connect'
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
      const client = await clientOf(directory, request.header, serviceOf(request.method))
      if (client.trusted) {
        values.set(trustedKey, true)
        const header = request.header.get(CALLER_HEADER)
        if (header !== null) values.set(callerKey, decodeCaller(header))
        const session = request.header.get(SESSION_HEADER)
        if (session !== null) values.set(sessionKey, session)
      } else {
        values.set(callerKey, microservice(client, request.header, operationOf(request.method), clock.now()))
        values.set(edgeKey, true)
      }
    }
    const caller = values.get(callerKey)
    if (caller?.actor?.kind === ActorKind.USER)
      values.set(callerKey, await person(directory, caller, values.get(sessionKey)))
    return next(request)
  }
}

async function clientOf(directory: Directory, header: Headers, service: string): Promise<ClientIdentity> {
  const token = /^bearer +(\S+)$/i.exec(header.get('authorization') ?? '')?.[1]
  if (token === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'a service client token is required')
  const organization = header.get(ORGANIZATION_HEADER) ?? ''
  if (organization !== '' && !isUuid(organization)) {
    throw new DomainError(Reason.VALIDATION, `${ORGANIZATION_HEADER} is not a UUID`)
  }
  const client = await directory.client(token, organization)
  if (!client.services.includes(service)) {
    throw new DomainError(Reason.FORBIDDEN, `this service client may not call ${service}`)
  }
  return client
}

/** A microservice acts as itself, for one organization that it may act for. */
function microservice(client: ClientIdentity, header: Headers, operation: string, at: Date): Caller {
  const organizationId = (header.get(ORGANIZATION_HEADER) ?? '').toLowerCase()
  if (organizationId === '' || organizationId === INSTALLATION_ID) {
    throw new DomainError(Reason.VALIDATION, `${ORGANIZATION_HEADER} must name the organization`)
  }
  const granted = client.organizationIds.length === 0 || client.organizationIds.includes(organizationId)
  if (!granted || !client.organizationKnown) {
    throw new DomainError(Reason.FORBIDDEN, 'this service client may not act for that organization')
  }
  return create(CallerSchema, {
    organizationId,
    actor: create(ActorSchema, { kind: ActorKind.SERVICE_CLIENT, id: client.id, name: client.name }),
    via: Via.GRPC,
    operation,
    requestId: mintId(at),
    addons: client.addons,
  })
}

async function person(directory: Directory, claimed: Caller, session: string | undefined): Promise<Caller> {
  if (session === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'a person acts only in a session')
  const { organizationId, user, addons } = await directory.session(session)
  return { ...claimed, organizationId, actor: user, addons }
}
