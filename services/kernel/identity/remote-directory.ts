import { createClient, type Transport } from '@connectrpc/connect'
import { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { DirectoryService } from '../../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { sha256 } from '../crypto/digest.ts'
import { fromConnectError } from '../errors/connect-errors.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import { cachedClients } from './client-cache.ts'
import type { Directory } from './directory.ts'

/**
 * The directory for services other than the ledger. The rights of a service client are cached for two seconds
 * (client-cache.ts). Sessions are looked up on every call.
 */
export function remoteDirectory(ledger: Transport): Directory {
  const directory = createClient(DirectoryService, ledger)
  const audit = createClient(AuditService, ledger)
  return {
    client: cachedClients((tokenHash, organizationId) =>
      directory.authenticateClient({ tokenHash, organizationId }).catch((error) => {
        throw fromConnectError(error)
      }),
    ),
    async session(token) {
      try {
        const found = await directory.authenticateSession({ tokenHash: sha256(token) })
        if (found.user === undefined)
          throw new DomainError(Reason.UNAUTHENTICATED, 'the session is not valid')
        return { ...found, user: found.user }
      } catch (error) {
        throw fromConnectError(error)
      }
    },
    async record({ caller, outcome, code, details = {} }) {
      await audit.recordCall({ caller, outcome, code, details })
    },
  }
}
