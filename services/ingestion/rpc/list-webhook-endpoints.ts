import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { callerOf } from '../../kernel/caller.ts'
import { endpointMessage } from '../domain/webhook/endpoint.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.ListWebhookEndpoints */
export function listWebhookEndpoints(
  ctx: Pick<WebhookContext, 'endpoints'>,
): MethodImpl<typeof WebhookService.method.listWebhookEndpoints> {
  return async (_, context) => ({
    endpoints: (await ctx.endpoints.list(callerOf(context).organizationId)).map(endpointMessage),
  })
}
