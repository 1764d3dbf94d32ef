import { createContextKey } from '@connectrpc/connect'

/** The call comes from this process or from a service client that may speak for others. */
export const trustedKey = createContextKey(false, { description: 'trusted' })

/** The call from another process has reached the request gate, whether it was admitted or not. */
export const gateReachedKey = createContextKey(false, { description: 'gate reached' })

/** The call from another process has reached the interceptors. */
export const arrivedKey = createContextKey(false, { description: 'arrived' })

/** This service is the entry point of the call: a microservice called it directly, so the call is recorded here. */
export const entryPointKey = createContextKey(false, { description: 'entry point' })
