import type { MethodImpl } from '@connectrpc/connect'
import type { AgentRunService } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import type { IngestionContext } from '../context.ts'
import { runEventOf } from '../domain/run-event.ts'

/** AgentRunService.ListRunEvents */
export function listRunEvents(
  ctx: Pick<IngestionContext, 'runEvents'>,
): MethodImpl<typeof AgentRunService.method.listRunEvents> {
  return async (request, context) => {
    const key = { organizationId: callerOf(context).organizationId, runId: request.runId.toLowerCase() }
    const { limit, afterSeq } = request
    const size = limit === 0 ? LIMITS.defaultPage : limit
    if ((await ctx.runEvents.run(key)) === undefined) throw notFound('agent run')
    const found = await ctx.runEvents.page(key, size + 1, Number(afterSeq ?? -1n))
    const events = found.slice(0, size).map(runEventOf)
    return found.length > size ? { events, nextAfterSeq: events.at(-1)!.event!.seq } : { events }
  }
}
