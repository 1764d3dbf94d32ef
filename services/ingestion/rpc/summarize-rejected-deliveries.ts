import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.SummarizeRejectedDeliveries */
export function summarizeRejectedDeliveries(
  ctx: Pick<WebhookContext, 'rejected'>,
): MethodImpl<typeof WebhookService.method.summarizeRejectedDeliveries> {
  return async ({ endpointId }, context) => {
    const { organizationId } = callerOf(context)
    const id = endpointId || undefined
    const found = await ctx.rejected.byDay(organizationId, id, DAYS + 1)
    return {
      days: found.slice(0, DAYS).map((day) => ({ ...day, newestAt: timestamp(day.newestAt) })),
      more: found.length > DAYS,
    }
  }
}

const DAYS = 5000
