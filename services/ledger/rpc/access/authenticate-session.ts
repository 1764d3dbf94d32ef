import type { MethodImpl } from '@connectrpc/connect'
import type { DirectoryService } from '../../../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import type { LedgerContext } from '../../context.ts'
import { sessionIdentity } from '../../local-directory.ts'

/** DirectoryService.AuthenticateSession */
export function authenticateSession(
  ctx: Pick<LedgerContext, 'directory'>,
): MethodImpl<typeof DirectoryService.method.authenticateSession> {
  return ({ tokenHash }) => sessionIdentity(ctx, Buffer.from(tokenHash))
}
