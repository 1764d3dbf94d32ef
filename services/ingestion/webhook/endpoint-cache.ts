import type { KnownEndpoint } from '../store/webhook/directory.ts'

/**
 * Endpoints by their tokens, as a delivery found them last. One may have changed since, in any process: what is decided by it MUST
 * be compared with its version by the statement that writes, or be decided again by the endpoint as it is.
 */
export type EndpointCache = {
  get(token: string): KnownEndpoint | undefined
  /** Keeps an endpoint as it is. */
  keep(token: string, endpoint: KnownEndpoint): void
  drop(token: string): void
}

export function endpointCache(capacity = 10_000): EndpointCache {
  const kept = new Map<string, KnownEndpoint>()
  return {
    get: (token) => kept.get(token),
    keep: (token, endpoint) => {
      if (kept.size >= capacity && !kept.has(token)) kept.delete(kept.keys().next().value!)
      kept.set(token, endpoint)
    },
    drop: (token) => void kept.delete(token),
  }
}
