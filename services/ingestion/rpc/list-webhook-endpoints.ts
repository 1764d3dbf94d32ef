import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/lists/paging.ts'
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
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { endpoints: rows.map(endpointMessage), nextCursor }
  }
}
