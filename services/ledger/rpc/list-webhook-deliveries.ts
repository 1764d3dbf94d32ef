import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { deliveryOf } from '../domain/delivery.ts'

/** IncidentService.ListWebhookDeliveries */
export function listWebhookDeliveries(
  ctx: Pick<LedgerContext, 'deliveries'>,
): MethodImpl<typeof IncidentService.method.listWebhookDeliveries> {
  return async ({ endpointId, page }, context) => {
    const { organizationId } = callerOf(context)
    const endpoint = uuid('endpoint_id', endpointId)
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.deliveries.page(organizationId, endpoint, limit, before)).map(deliveryOf)
    const { rows, nextCursor } = await readPage(pageOf(page), read, ({ id }) => id)
    return { deliveries: rows, nextCursor }
  }
}
