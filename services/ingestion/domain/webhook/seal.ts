import type { SealContext } from '../../../kernel/crypto/sealed.ts'

/**
 * The encryption context of an endpoint. The key service binds the data key to it, and the data key binds the sealed secret to it.
 */
export function contextOf({ orgId, id }: EndpointRef): SealContext {
  return { purpose: 'attestry webhook secret', organization_id: orgId, endpoint_id: id }
}

export type EndpointRef = { orgId: string; id: string }
