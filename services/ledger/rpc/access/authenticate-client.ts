import type { MethodImpl } from '@connectrpc/connect'
import type { DirectoryService } from '../../../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import type { LedgerContext } from '../../context.ts'
import { clientIdentity } from '../../local-directory.ts'

/** DirectoryService.AuthenticateClient */
export function authenticateClient(
  ctx: Pick<LedgerContext, 'directory'>,
): MethodImpl<typeof DirectoryService.method.authenticateClient> {
  return ({ tokenHash, organizationId }) => clientIdentity(ctx, Buffer.from(tokenHash), organizationId)
}
