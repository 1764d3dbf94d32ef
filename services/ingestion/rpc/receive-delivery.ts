import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import type { WebhookContext } from '../webhook/context.ts'
import { receptionOf } from '../webhook/reception.ts'
import { settle } from '../webhook/settle.ts'
import { take } from '../webhook/take.ts'

/**
 * WebhookService.ReceiveDelivery (docs/api.md 4.2, 5.3, 7.2). A delivery that opens an incident, or repeats one, commits
 * its audit entry with what it writes; whatever else becomes of a call is recorded here before it is answered.
 */
export function receiveDelivery(
  ctx: WebhookContext,
): MethodImpl<typeof WebhookService.method.receiveDelivery> {
  return async (request) => {
    const found = await ctx.directory.find(request.token)
    const reception = receptionOf(request, found, ctx.clock.now())
    return take(ctx, reception).catch((thrown) => settle(ctx, reception, thrown))
  }
}
