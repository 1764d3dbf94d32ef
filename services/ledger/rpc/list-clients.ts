import type { MethodImpl } from '@connectrpc/connect'
import type { ClientService } from '../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import type { LedgerContext } from '../context.ts'
import { clientMessage } from '../domain/access-records.ts'

/** ClientService.ListClients */
export function listClients(
  ctx: Pick<LedgerContext, 'clients'>,
): MethodImpl<typeof ClientService.method.listClients> {
  return async () => ({ clients: (await ctx.clients.list()).map(clientMessage) })
}
