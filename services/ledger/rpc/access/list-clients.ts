import type { MethodImpl } from '@connectrpc/connect'
import type { ClientService } from '../../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { pageOf, readPage } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { clientMessage } from '../../domain/access/access-records.ts'

/** ClientService.ListClients */
export function listClients(
  ctx: Pick<LedgerContext, 'clients'>,
): MethodImpl<typeof ClientService.method.listClients> {
  return async (request) => {
    const { rows, nextCursor } = await readPage(pageOf(request.page), ctx.clients.page, ({ id }) => id)
    return { clients: rows.map(clientMessage), nextCursor }
  }
}
