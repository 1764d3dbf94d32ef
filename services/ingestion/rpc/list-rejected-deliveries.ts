import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { searchedOf } from '../../kernel/database/filtered/conditions.ts'
import { countOf, orderOf } from '../../kernel/database/filtered/read.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import { dateOf, timestamp } from '../../kernel/values/time.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.ListRejectedDeliveries (docs/api.md 4.2) */
export function listRejectedDeliveries(
  ctx: Pick<WebhookContext, 'rejected'>,
): MethodImpl<typeof WebhookService.method.listRejectedDeliveries> {
  return async (request, context) => {
    const { id, signed, code, receivedSince, receivedUntil } = request
    const endpoint = { orgId: callerOf(context).organizationId, id: id.toLowerCase() }
    const [since, until] = [receivedSince && dateOf(receivedSince), receivedUntil && dateOf(receivedUntil)]
    const filter = { signed, code: code || undefined, since, until, search: searchedOf(request.search) }
    const order = orderOf(request.order)
    const read = (limit: number, cursor: string | undefined) =>
      ctx.rejected.page(endpoint, limit, cursor, filter, order)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, (call) => call.id)
    return {
      deliveries: rows.map((call) => ({ ...call, receivedAt: timestamp(call.receivedAt) })),
      nextCursor,
      ...(request.withCount
        ? { count: countOf({ count: await ctx.rejected.count(endpoint, filter), more: false }) }
        : {}),
    }
  }
}
