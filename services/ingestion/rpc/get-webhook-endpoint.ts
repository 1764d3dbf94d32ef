import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { callerOf } from '../../kernel/caller.ts'
import { uuid } from '../../kernel/checks.ts'
import { notFound } from '../../kernel/errors.ts'
import { endpointMessage } from '../domain/webhook/endpoint.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.GetWebhookEndpoint */
export function getWebhookEndpoint(
  ctx: Pick<WebhookContext, 'endpoints'>,
): MethodImpl<typeof WebhookService.method.getWebhookEndpoint> {
  return async ({ id }, context) => {
    const endpoint = await ctx.endpoints.get(callerOf(context).organizationId, uuid('id', id))
    if (endpoint === undefined) throw notFound('webhook endpoint')
    return { endpoint: endpointMessage(endpoint) }
  }
}
