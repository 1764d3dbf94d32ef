import type { MethodImpl } from '@connectrpc/connect'
import {
  type AgentRunService,
  type ListRunsRequest,
  type RunStatus,
  RunStatusSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { Conditions } from '../../kernel/database/filtered-page.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { Checks, optionalUuid } from '../../kernel/values/checks.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
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
    const conditions = conditionsOf(request)
    if (!conditions.isEmpty) {
      if (profileId !== undefined)
        conditions.indexed(
          't.agent_identity = (select agent_identity from gate.profiles_v1 where org_id = t.org_id and profile_id = $::uuid)',
          profileId,
        )
      const page = await ctx.runs.filtered(organizationId, conditions, pageOf(request.page))
      const runs = page.rows.map((row) => runOf(row.record, row.profile_id))
      return { runs, nextCursor: page.nextCursor }
    }
    const read = (limit: number, before: string | undefined) =>
      ctx.runs.page(organizationId, profileId, limit, before)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { runs: rows.map((row) => runOf(row.record, row.profile_id)), nextCursor }
  }
}

/** What is asked of runs beside their profile. @throws DomainError VALIDATION */
function conditionsOf({ status, agentIdentity, createdSince, createdUntil }: ListRunsRequest): Conditions {
  const conditions = new Conditions().times('created', { since: createdSince, until: createdUntil })
  new Checks()
    .text('agent_identity', agentIdentity, LIMITS.identifier)
    .that(status.length <= 20 && status.every((one) => STATUSES.knows(one)), 'status', STATUSES.expected)
    .done()
  if (agentIdentity !== '') conditions.indexed('t.agent_identity = $', agentIdentity)
  if (status.length > 0)
    conditions.shown(
      "w.json ->> 'status' = any ($::text[])",
      status.map((one) => STATUSES.word(one)),
    )
  return conditions
}

const STATUSES = enumText<RunStatus>(RunStatusSchema)
