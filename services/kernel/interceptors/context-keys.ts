import { createContextKey } from '@connectrpc/connect'

/** The call comes from this process or from a service client that may speak for others. */
export const trustedKey = createContextKey(false, { description: 'trusted' })

/** The call from another process was at the door, whether it was let in or not. */
export const knockedKey = createContextKey(false, { description: 'knocked' })

/** The call from another process has reached the interceptors. */
export const arrivedKey = createContextKey(false, { description: 'arrived' })

/** This service is the edge of the call: a microservice called it directly, so it is recorded here. */
export const edgeKey = createContextKey(false, { description: 'edge' })
