import { openSecret, type SealContext, sealSecret } from '../../../kernel/crypto/sealed.ts'

/** Seals a signing secret under its data key, bound to its endpoint. */
export function seal(key: Buffer, endpoint: EndpointRef, secret: string): Buffer {
  return sealSecret(key, contextOf(endpoint), secret)
}

/** @throws DomainError INTERNAL for a secret of another endpoint, under another key, or damaged. */
export function unseal(key: Buffer, endpoint: EndpointRef, sealed: Buffer): string {
  return openSecret(key, contextOf(endpoint), sealed)
}

/** The encryption context to which the key service binds the data key of an endpoint. */
export function contextOf({ orgId, id }: EndpointRef): SealContext {
  return { purpose: 'attestry webhook secret', organization_id: orgId, endpoint_id: id }
}

export type EndpointRef = { orgId: string; id: string }
