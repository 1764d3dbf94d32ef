import { sha256 } from '../crypto/digest.ts'
import { RecentMap } from '../values/recent-map.ts'
import type { ClientIdentity } from './directory.ts'

/**
 * Looks service clients up by the SHA-256 of their token, and caches each for two seconds: a revocation takes effect within that
 * time. A refusal is not cached.
 *
 * @param isKept whether a client is cached; absent: every client is, and concurrent calls share one lookup
 */
export function cachedClients(
  lookUp: (tokenHash: Buffer, organizationId: string) => Promise<ClientIdentity>,
  isKept?: (client: ClientIdentity) => boolean,
): (token: string, organizationId: string) => Promise<ClientIdentity> {
  const cache = new RecentMap<string, { until: number; client: Promise<ClientIdentity> }>(CLIENTS)
  return (token, organizationId) => {
    const tokenHash = sha256(token)
    const key = `${tokenHash.toString('hex')} ${organizationId}`
    const known = cache.get(key)
    if (known !== undefined && known.until > performance.now()) return known.client
    const entry = { until: performance.now() + KEPT_MS, client: lookUp(tokenHash, organizationId) }
    if (isKept === undefined) cache.set(key, entry)
    entry.client.then(
      (client) => {
        if (isKept?.(client)) cache.set(key, entry)
      },
      () => {
        if (cache.get(key) === entry) cache.delete(key)
      },
    )
    return entry.client
  }
}

const KEPT_MS = 2000
const CLIENTS = 10_000
