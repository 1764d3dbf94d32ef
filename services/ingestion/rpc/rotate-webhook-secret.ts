import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { DomainError, notFound, Reason } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { endpointMessage } from '../domain/webhook/endpoint.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.RotateWebhookSecret (docs/api.md 5.3.6): the old secret stops being valid with the commit. */
export function rotateWebhookSecret(
  ctx: Pick<WebhookContext, 'endpoints' | 'secrets' | 'clock'>,
): MethodImpl<typeof WebhookService.method.rotateWebhookSecret> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { id } = request
    const { organizationId } = call.caller
    const present = await ctx.endpoints.get(organizationId, id)
    if (present === undefined) throw notFound('webhook endpoint')
    const { secret, sealed } = await ctx.secrets.make(present)
    const endpoint = await ctx.endpoints.update(call, id, ({ revokedAt }) => {
      if (revokedAt != null) throw new DomainError(Reason.CONFLICT, 'the endpoint is revoked')
      return { ...sealed, secretCreatedAt: call.at }
    })
    return { endpoint: endpointMessage(endpoint!), secret }
  }
}
