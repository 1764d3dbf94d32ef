import { createContextKey } from '@connectrpc/connect'
import type { UniversalServerRequest } from '@connectrpc/connect/protocol'
import { ORGANIZATION_HEADER } from '../caller.ts'
import type { ClientIdentity, Directory } from '../directory.ts'
import { DomainError, Reason } from '../errors.ts'
import { isUuid } from '../ids.ts'

/** Whose credential came with a call from another process; rejects for one that is not valid. */
export const identityKey = createContextKey<Promise<ClientIdentity> | undefined>(undefined)

/** The address of the peer of a call from another process. */
export const peerKey = createContextKey('')

/** Looks at the headers of a call. @throws DomainError UNAUTHENTICATED */
export type Door = (header: Headers) => Promise<ClientIdentity>

export function door(directory: Directory): Door {
  return async (header) => {
    const token = /^bearer +(\S+)$/i.exec(header.get('authorization') ?? '')?.[1]
    if (token === undefined)
      throw new DomainError(Reason.UNAUTHENTICATED, 'a service client token is required')
    return directory.client(token, organizationNamed(header))
  }
}

/** The organization that a call names, or none. */
export function organizationNamed(header: Headers): string {
  const named = (header.get(ORGANIZATION_HEADER) ?? '').toLowerCase()
  return isUuid(named) ? named : ''
}

/**
 * Asks for the credential before a byte of the body is taken. A call without a valid one goes on with an empty message
 * in place of its body, to be refused and recorded in its own protocol by whoever asks for its identity.
 */
export async function knock(open: Door, request: UniversalServerRequest): Promise<UniversalServerRequest> {
  const identity = open(request.header)
  request.contextValues!.set(identityKey, identity)
  const known = await identity.then(
    () => true,
    () => false,
  )
  return known ? request : { ...request, body: emptyMessage(request.header.get('content-type') ?? '') }
}

/** Enveloped where the protocol is (gRPC, gRPC-Web, streams of Connect); else nothing, or an empty object of JSON. */
async function* emptyMessage(contentType: string): AsyncGenerator<Uint8Array> {
  if (/^application\/(grpc|connect\+)/.test(contentType)) yield new Uint8Array(5)
  else if (contentType.startsWith('application/json')) yield new TextEncoder().encode('{}')
}
