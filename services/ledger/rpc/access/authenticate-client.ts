import type { MethodImpl } from '@connectrpc/connect'
import type { DirectoryService } from '../../../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import type { ClientIdentity } from '../../../kernel/identity/directory.ts'
import type { LedgerContext } from '../../context.ts'

/** DirectoryService.AuthenticateClient */
export function authenticateClient(
  ctx: Pick<LedgerContext, 'directory'>,
): MethodImpl<typeof DirectoryService.method.authenticateClient> {
  return ({ tokenHash, organizationId }) => clientIdentity(ctx, Buffer.from(tokenHash), organizationId)
}

/** The service client with a token, as a directory describes it. @throws DomainError UNAUTHENTICATED */
export async function clientIdentity(
  ctx: Pick<LedgerContext, 'directory'>,
  tokenHash: Buffer,
  organizationId: string,
): Promise<ClientIdentity> {
  const found = await ctx.directory.client(tokenHash, organizationId === '' ? null : organizationId)
  if (found === undefined)
    throw new DomainError(Reason.UNAUTHENTICATED, 'the service client token is not valid')
  const { id, name, services, organization_ids: organizationIds, trusted, addons } = found
  return {
    id,
    name,
    services,
    organizationIds,
    trusted,
    organizationKnown: addons !== null,
    addons: addons ?? [],
  }
}
