import type { MethodImpl } from '@connectrpc/connect'
import type { AgentRunService } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { readPageInParts } from '../../kernel/lists/paging.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import type { IngestionContext } from '../context.ts'
import { runEventOf } from '../domain/run-event.ts'

/** AgentRunService.ListRunEvents */
export function listRunEvents(
  ctx: Pick<IngestionContext, 'runEvents'>,
): MethodImpl<typeof AgentRunService.method.listRunEvents> {
  return async (request, context) => {
    const key = { organizationId: callerOf(context).organizationId, runId: request.runId }
    const { limit, afterSeq } = request
    const size = limit === 0 ? LIMITS.defaultPage : limit
    if ((await ctx.runEvents.run(key)) === undefined) throw notFound('agent run')
    const { rows, nextCursor } = await readPageInParts(
      { limit: size, before: String(afterSeq ?? -1n) },
      (most, after) => ctx.runEvents.page(key, most, after!),
      ({ seq, record }) => ({ id: seq, shown: runEventOf(record) }),
      context.values.get(listPlaceKey),
    )
    const events = rows.map(({ shown }) => shown)
    return nextCursor === '' ? { events } : { events, nextAfterSeq: BigInt(nextCursor) }
  }
}
