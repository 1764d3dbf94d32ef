import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { endpointMessage } from '../domain/webhook/endpoint.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.GetWebhookEndpoint */
export function getWebhookEndpoint(
  ctx: Pick<WebhookContext, 'endpoints'>,
): MethodImpl<typeof WebhookService.method.getWebhookEndpoint> {
  return async ({ id }, context) => {
    const endpoint = await ctx.endpoints.get(callerOf(context).organizationId, id)
    if (endpoint === undefined) throw notFound('webhook endpoint')
    return { endpoint: endpointMessage(endpoint) }
  }
}
