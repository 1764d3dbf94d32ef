import { createContextKey } from '@connectrpc/connect'

/**
 * A function that looks the service client of a call up again where time has passed since the request gate. A body may take any
 * time to arrive, and the client may have been revoked meanwhile. Undefined for calls that the gate has not admitted.
 */
export const admittedKey = createContextKey<(() => Promise<void>) | undefined>(undefined, {
  description: 'admitted',
})

/** @param lookUp throws DomainError UNAUTHENTICATED for a client that is no longer valid */
export function admitted(lookUp: () => Promise<unknown>): () => Promise<void> {
  const since = performance.now()
  return async () => {
    if (performance.now() - since > RECENT_MS) await lookUp()
  }
}

const RECENT_MS = 1000
