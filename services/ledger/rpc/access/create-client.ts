import type { MethodImpl } from '@connectrpc/connect'
import type { ClientService } from '../../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { mintSecret } from '../../../kernel/crypto/secrets.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { checkServices } from '../../domain/access/access.ts'
import { clientMessage } from '../../domain/access/access-records.ts'

/** ClientService.CreateClient */
export function createClient(
  ctx: Pick<LedgerContext, 'clients' | 'clock'>,
): MethodImpl<typeof ClientService.method.createClient> {
  return async (request, context) => {
    const at = ctx.clock.now()
    const { name, services, organizationIds, trusted } = request
    const client = { id: mintId(at), name, services, organizationIds, trusted, version: 1, createdAt: at }
    checkServices(services)
    const brought = request.tokenHash.length > 0
    const token = brought ? { secret: '', hash: Buffer.from(request.tokenHash) } : mintSecret('atc')
    await ctx.clients.create({ caller: callerOf(context), at }, client, token.hash)
    return { client: clientMessage(client), token: token.secret }
  }
}
