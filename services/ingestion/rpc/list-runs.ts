import type { MethodImpl } from '@connectrpc/connect'
import {
  type AgentRunService,
  type ListRunsRequest,
  type RunStatus,
  RunStatusSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { readList } from '../../kernel/database/filtered/read.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import type { IngestionContext } from '../context.ts'
import { runOf } from '../domain/run.ts'
import type { RunRow } from '../store/runs.ts'

/** AgentRunService.ListRuns (docs/api.md 4, 4.1.1) */
export function listRuns(
  ctx: Pick<IngestionContext, 'runs'>,
): MethodImpl<typeof AgentRunService.method.listRuns> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const profileId = request.aiAgentProfileId.toLowerCase() || undefined
    const conditions = conditionsOf(request)
    const itemOf = ({ record, profile_id }: RunRow) => runOf(record, profile_id)
    const whole = async (limit: number, before: string | undefined) =>
      (await ctx.runs.page(organizationId, profileId, limit, before)).map(itemOf)
    const list = { filtered: ctx.runs.filtered, itemOf, whole: conditions.isEmpty ? whole : undefined }
    if (profileId !== undefined)
      conditions.indexed(
        't.agent_identity = (select agent_identity from gate.profiles_v1 where org_id = t.org_id and profile_id = $::uuid)',
        profileId,
      )
    const { rows, ...read } = await readList(organizationId, request, conditions, list)
    return { runs: rows, ...read }
  }
}

/** What is asked of runs beside their profile. @throws DomainError VALIDATION */
function conditionsOf({
  status,
  agentIdentity,
  createdSince,
  createdUntil,
  search,
}: ListRunsRequest): Conditions {
  const conditions = new Conditions()
    .times({ since: createdSince, until: createdUntil })
    .search(search, TEXTS)
  if (agentIdentity !== '') conditions.indexed('t.agent_identity = $', agentIdentity)
  if (status.length > 0)
    conditions.shown(
      "w.json ->> 'status' = any ($::text[])",
      status.map((one) => STATUSES.word(one)),
    )
  return conditions
}

const STATUSES = enumText<RunStatus>(RunStatusSchema)
const TEXTS = ['id', 'run_ref', 'agent_identity', 'model_name', 'model_version', 'status'].map(
  (name) => `w.json ->> '${name}'`,
)
