import type { MethodImpl } from '@connectrpc/connect'
import type { AgentRunService } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { IngestionContext } from '../context.ts'
import { runOf } from '../domain/run.ts'

/** AgentRunService.GetRun */
export function getRun(
  ctx: Pick<IngestionContext, 'runEvents'>,
): MethodImpl<typeof AgentRunService.method.getRun> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const found = await ctx.runEvents.run({ organizationId, runId: request.id })
    if (found === undefined) throw notFound('agent run')
    return { run: runOf(found.record, found.profile_id) }
  }
}
