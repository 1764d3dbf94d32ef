import { createContextKey } from '@connectrpc/connect'

/**
 * A function that looks up the service client of a call again if more than a second has passed since the request gate. A body may
 * take any time to arrive, and the client may have been revoked in that time. Undefined for calls that did not pass the gate.
 */
export const recheckClientKey = createContextKey<(() => Promise<void>) | undefined>(undefined, {
  description: 'recheck client',
})

/** @param lookUp throws DomainError UNAUTHENTICATED for a client that is no longer valid */
export function recheckClient(lookUp: () => Promise<unknown>): () => Promise<void> {
  const since = performance.now()
  return async () => {
    if (performance.now() - since > RECENT_MS) await lookUp()
  }
}

const RECENT_MS = 1000
