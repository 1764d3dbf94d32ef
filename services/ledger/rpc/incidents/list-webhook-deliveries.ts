import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { listOptions, searchTexts, timeRange } from '../../../kernel/lists/list.ts'
import type { LedgerContext } from '../../context.ts'
import { deliveryOf } from '../../domain/delivery.ts'

/** IncidentService.ListWebhookDeliveries */
export function listWebhookDeliveries(
  ctx: Pick<LedgerContext, 'deliveries'>,
): MethodImpl<typeof IncidentService.method.listWebhookDeliveries> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = {
      endpointId: request.endpointId || undefined,
      outcome: request.outcome || undefined,
      received: timeRange(request.receivedSince, request.receivedUntil),
      search: searchTexts(request.search),
    }
    const { rows, ...read } = await ctx.deliveries.list(
      organizationId,
      filter,
      listOptions(request, context.values.get(listPlaceKey)),
    )
    return { deliveries: rows.map(({ record }) => deliveryOf(record)), ...read }
  }
}
