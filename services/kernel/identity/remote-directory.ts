import type { JsonObject } from '@bufbuild/protobuf'
import { createClient, type Transport } from '@connectrpc/connect'
import { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { DirectoryService } from '../../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { sha256 } from '../crypto/digest.ts'
import { fromConnectError } from '../errors/connect-errors.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import type { ClientIdentity, Directory } from './directory.ts'

/**
 * The directory as services other than the ledger reach it. What a service client may do is cached for two
 * seconds; sessions are asked about every time.
 */
export function remoteDirectory(ledger: Transport): Directory {
  const directory = createClient(DirectoryService, ledger)
  const audit = createClient(AuditService, ledger)
  const cached = new Map<string, { until: number; client: Promise<ClientIdentity> }>()
  return {
    client(token, organizationId) {
      const tokenHash = sha256(token)
      const key = `${tokenHash.toString('hex')} ${organizationId}`
      const known = cached.get(key)
      if (known !== undefined && known.until > performance.now()) return known.client
      if (cached.size > 10_000) cached.clear()
      const client = directory.authenticateClient({ tokenHash, organizationId }).catch((error) => {
        cached.delete(key)
        throw fromConnectError(error)
      })
      cached.set(key, { until: performance.now() + 2000, client })
      return client
    },
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
      await audit.recordCall({ caller, outcome, code, details: details as JsonObject })
    },
  }
}
