import type { KnownEndpoint } from '../store/webhook/directory.ts'

/**
 * Endpoints by their tokens, as the last delivery read them. An endpoint may have changed since, in any process. A decision by a
 * cached endpoint MUST be confirmed by the statement that writes, which compares the version, or be made again by the current
 * version.
 */
export type EndpointCache = {
  get(token: string): KnownEndpoint | undefined
  /** Caches the current version of an endpoint. */
  keep(token: string, endpoint: KnownEndpoint): void
  drop(token: string): void
}

export function endpointCache(): EndpointCache {
  const kept = new Map<string, KnownEndpoint>()
  return {
    get: (token) => kept.get(token),
    keep: (token, endpoint) => {
      if (kept.size >= CAPACITY && !kept.has(token)) kept.delete(kept.keys().next().value!)
      kept.set(token, endpoint)
    },
    drop: (token) => void kept.delete(token),
  }
}

const CAPACITY = 10_000
