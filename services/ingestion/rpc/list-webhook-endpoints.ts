import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../kernel/lists/paging.ts'
import { endpointMessage } from '../domain/webhook/endpoint.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.ListWebhookEndpoints */
export function listWebhookEndpoints(
  ctx: Pick<WebhookContext, 'endpoints'>,
): MethodImpl<typeof WebhookService.method.listWebhookEndpoints> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const read = (limit: number, before: string | undefined) =>
      ctx.endpoints.page(organizationId, limit, before)
    const place = context.values.get(listPlaceKey)
    const { rows, nextCursor } = await readPageInParts(pageOf(request.page), read, endpointMessage, place)
    return { endpoints: rows, nextCursor }
  }
}
