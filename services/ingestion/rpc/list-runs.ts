import type { MethodImpl } from '@connectrpc/connect'
import type { AgentRunService } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { optionalUuid } from '../../kernel/values/checks.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { IngestionContext } from '../context.ts'
import { runOf } from '../domain/run.ts'

/** AgentRunService.ListRuns (docs/api.md 4, 4.1.1) */
export function listRuns(
  ctx: Pick<IngestionContext, 'runs'>,
): MethodImpl<typeof AgentRunService.method.listRuns> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const profileId = optionalUuid('ai_agent_profile_id', request.aiAgentProfileId)
    const read = (limit: number, before: string | undefined) =>
      ctx.runs.page(organizationId, profileId, limit, before)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { runs: rows.map((row) => runOf(row.record, row.profile_id)), nextCursor }
  }
}
