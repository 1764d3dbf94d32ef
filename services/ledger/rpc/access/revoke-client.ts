import type { MethodImpl } from '@connectrpc/connect'
import type { ClientService } from '../../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { clientMessage } from '../../domain/access/access-records.ts'

/** ClientService.RevokeClient */
export function revokeClient(
  ctx: Pick<LedgerContext, 'clients' | 'clock'>,
): MethodImpl<typeof ClientService.method.revokeClient> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const client = await ctx.clients.revoke(call, request.id)
    if (client === undefined) throw notFound('service client')
    return { client: clientMessage(client) }
  }
}
