import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { endpointMessage } from '../domain/webhook/endpoint.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.RevokeWebhookEndpoint (docs/api.md 4.2). It takes effect at once in every process. The row stays. */
export function revokeWebhookEndpoint(
  ctx: Pick<WebhookContext, 'endpoints' | 'clock'>,
): MethodImpl<typeof WebhookService.method.revokeWebhookEndpoint> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const endpoint = await ctx.endpoints.update(call, request.id, ({ revokedAt }) => ({
      revokedAt: revokedAt ?? call.at,
    }))
    if (endpoint === undefined) throw notFound('webhook endpoint')
    return { endpoint: endpointMessage(endpoint) }
  }
}
