import { auditEntry } from '../kernel/audit/audit-entry.ts'
import { sha256 } from '../kernel/crypto/digest.ts'
import { cachedClients } from '../kernel/identity/client-cache.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { LedgerContext } from './context.ts'
import { clientIdentity } from './rpc/access/authenticate-client.ts'
import { sessionIdentity } from './rpc/access/authenticate-session.ts'

/** The directory in the ledger's own process. Other services reach the same through its RPCs. */
export function localDirectory(ctx: Pick<LedgerContext, 'directory' | 'audit' | 'clock'>): Directory {
  return {
    // The client of the installation's own processes is part of every batch of calls, so it is cached. Other clients are looked up
    // each time, so that a revocation takes effect at once.
    client: cachedClients(
      (tokenHash, organizationId) => clientIdentity(ctx, tokenHash, organizationId),
      ({ trusted }) => trusted,
    ),
    async session(token) {
      return sessionIdentity(ctx, sha256(token))
    },
    record: (call) => ctx.audit.record(auditEntry({ ...call, at: ctx.clock.now() })),
  }
}
