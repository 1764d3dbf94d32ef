import { create } from '@bufbuild/protobuf'
import { createContextKey, type HandlerContext } from '@connectrpc/connect'
import { CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { Clock } from '../clock.ts'
import { DomainError, type ErrorDetails, Reason } from '../errors/errors.ts'
import { IDEMPOTENCY_HEADER, idempotencyKey } from '../idempotency/idempotency.ts'
import { operationOf, type ServiceName } from '../identity/access.ts'
import {
  ActorKind,
  actor,
  CALLER_HEADER,
  type Caller,
  callerKey,
  decodeCaller,
  ORGANIZATION_HEADER,
  REQUEST_ID_HEADER,
  SESSION_HEADER,
  sessionKey,
  Via,
} from '../identity/caller.ts'
import type { ClientIdentity, Directory } from '../identity/directory.ts'
import { fromNetwork, isTrusted, originKey } from '../identity/origin.ts'
import { recheckClient, recheckClientKey } from '../identity/recheck-client.ts'
import type { MapError } from '../interceptors/map-error.ts'
import type { UnauthenticatedCallers } from '../interceptors/unauthenticated-callers.ts'
import { INSTALLATION_ID, isUuid, mintId } from '../values/ids.ts'

/** The address of the peer of a call from another process. */
export const peerKey = createContextKey('', { description: 'peer' })

/**
 * Authenticates the service that calls from another process, by its headers, before a byte of the body is read, and sets the
 * caller. A service client's token is required. Only a trusted client (the gateway, a service, the operator) may name the caller
 * that it acts for. A refusal is recorded in the installation's log, because the client has not shown that the organization it
 * named is its own.
 */
export type RequestGate = (call: IncomingCall) => Promise<void>

/** The parts of a call that the request gate reads. */
export type IncomingCall = Pick<HandlerContext, 'requestHeader' | 'responseHeader' | 'values' | 'method'>

export function requestGate(deps: {
  /** The service behind the gate. */
  service: ServiceName
  directory: Directory
  clock: Clock
  unauthenticated: Pick<UnauthenticatedCallers, 'refuse'>
  mapError: MapError
}): RequestGate {
  return async (call) => {
    const { requestHeader: header, responseHeader, values, method } = call
    const key = header.get(IDEMPOTENCY_HEADER)
    if (key !== null) values.set(idempotencyKey, key)
    const named = organizationNamed(header)
    const caller = create(CallerSchema, {
      organizationId: INSTALLATION_ID,
      actor: { kind: ActorKind.ANONYMOUS },
      via: Via.GRPC,
      operation: operationOf(method),
      requestId: mintId(deps.clock.now()),
      clientAddress: values.get(peerKey),
    })
    try {
      const token = tokenOf(header)
      const client = await deps.directory.client(token, named)
      caller.actor = actor(ActorKind.SERVICE_CLIENT, client.id, client.name)
      if (!client.services.includes(deps.service))
        throw new DomainError(Reason.FORBIDDEN, `this service client may not call ${deps.service}`)
      values.set(
        recheckClientKey,
        recheckClient(() => deps.directory.client(token, named)),
      )
      if (client.trusted) return trustClaims(call)
      checkOrganization(client, named)
      Object.assign(caller, { organizationId: named, addons: client.addons } satisfies Partial<Caller>)
      values.set(originKey, fromNetwork('untrusted')).set(callerKey, caller)
    } catch (error) {
      values.set(originKey, fromNetwork('refused'))
      const details: ErrorDetails = named === '' ? {} : { organization_id: named }
      const answer = await deps.unauthenticated.refuse(caller, error, details)
      throw deps.mapError(answer, { header, method, requestId: caller.requestId })
    } finally {
      if (!isTrusted(values.get(originKey))) responseHeader.set(REQUEST_ID_HEADER, caller.requestId)
    }
  }
}

/** Takes over the caller that a trusted client names. */
function trustClaims({ requestHeader, values }: IncomingCall): void {
  values.set(originKey, fromNetwork('trusted'))
  const caller = requestHeader.get(CALLER_HEADER)
  if (caller !== null) values.set(callerKey, decodeCaller(caller))
  const session = requestHeader.get(SESSION_HEADER)
  if (session !== null) values.set(sessionKey, session)
}

function tokenOf(header: Headers): string {
  const token = /^bearer +(\S+)$/i.exec(header.get('authorization') ?? '')?.[1]
  if (token === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'a service client token is required')
  return token
}

/** The organization that a call names, or none. */
function organizationNamed(header: Headers): string {
  const named = (header.get(ORGANIZATION_HEADER) ?? '').toLowerCase()
  return isUuid(named) ? named : ''
}

/** Requires that a microservice acts as itself, for one organization for which it has the right. */
function checkOrganization(client: ClientIdentity, named: string): void {
  if (named === '' || named === INSTALLATION_ID) {
    throw new DomainError(Reason.VALIDATION, `${ORGANIZATION_HEADER} must name the organization, a UUID`)
  }
  const granted = client.organizationIds.length === 0 || client.organizationIds.includes(named)
  if (!granted || !client.organizationKnown) {
    throw new DomainError(Reason.FORBIDDEN, 'this service client may not act for that organization')
  }
}
