import type { MethodImpl } from '@connectrpc/connect'
import {
  type AgentRunService,
  type ListRunsRequest,
  type RunStatus,
  RunStatusSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { listOptions, searchTexts, timeRange } from '../../kernel/lists/list.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import type { IngestionContext } from '../context.ts'
import { runOf } from '../domain/run.ts'
import type { RunFilter } from '../store/run-list.ts'

/** AgentRunService.ListRuns (docs/api.md 4, 4.1.1) */
export function listRuns(
  ctx: Pick<IngestionContext, 'runs'>,
): MethodImpl<typeof AgentRunService.method.listRuns> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { rows, ...read } = await ctx.runs.list(
      organizationId,
      filterOf(request),
      listOptions(request, context.values.get(listPlaceKey)),
    )
    return { runs: rows.map(({ record, profile_id }) => runOf(record, profile_id)), ...read }
  }
}

function filterOf(request: ListRunsRequest): RunFilter {
  return {
    profileId: request.aiAgentProfileId || undefined,
    agentIdentity: request.agentIdentity || undefined,
    statuses: request.status.map(STATUSES.word),
    created: timeRange(request.createdSince, request.createdUntil),
    search: searchTexts(request.search),
  }
}

const STATUSES = enumText<RunStatus>(RunStatusSchema)
