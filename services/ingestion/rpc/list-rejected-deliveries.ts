import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { countOf, listOptions, searchTexts, timeRange } from '../../kernel/lists/list.ts'
import { readPage } from '../../kernel/lists/paging.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.ListRejectedDeliveries (docs/api.md 4.2) */
export function listRejectedDeliveries(
  ctx: Pick<WebhookContext, 'rejected'>,
): MethodImpl<typeof WebhookService.method.listRejectedDeliveries> {
  return async (request, context) => {
    const { id, signed, code, receivedSince, receivedUntil } = request
    const endpoint = { orgId: callerOf(context).organizationId, id }
    const filter = {
      signed,
      code: code || undefined,
      ...timeRange(receivedSince, receivedUntil),
      search: searchTexts(request.search),
    }
    const { page, order, withCount } = listOptions(request)
    const read = (limit: number, cursor: string | undefined) =>
      ctx.rejected.page(endpoint, limit, cursor, filter, order)
    const { rows, nextCursor } = await readPage(page, read, (call) => call.id)
    return {
      deliveries: rows.map((call) => ({ ...call, receivedAt: timestamp(call.receivedAt) })),
      nextCursor,
      ...(withCount
        ? { count: countOf({ count: await ctx.rejected.count(endpoint, filter), more: false }) }
        : {}),
    }
  }
}
