import type { SealContext } from '../../../kernel/crypto/sealed.ts'

/** The encryption context to which the key service binds the data key of an endpoint, and the key its sealed secret. */
export function contextOf({ orgId, id }: EndpointRef): SealContext {
  return { purpose: 'attestry webhook secret', organization_id: orgId, endpoint_id: id }
}

export type EndpointRef = { orgId: string; id: string }
