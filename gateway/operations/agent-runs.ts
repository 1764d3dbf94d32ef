import { z } from 'zod'
import { AgentRunService } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { eventsJson, eventsRequest, runJson, runReport } from '../mapping/agent-runs.ts'
import { submitBatch } from '../mapping/batch.ts'
import { cursorJson } from '../mapping/values.ts'
import { agentEvent, agentRun, eventsBody, runQuery, runsBody } from '../schema/agent-runs.ts'
import { id, out, pageRequest } from '../schema/fields.ts'
import { operation } from './operation.ts'

const { submitRuns, submitRunEvents, listRuns } = AgentRunService.method
const tag = 'AI agent runs'

/** docs/api.md 2.7, 2.8, 4, 4.1.4, 4.1.5. */
export const agentRunOperations = [
  operation({
    rpc: submitRuns,
    method: 'POST',
    path: '/agent-runs',
    permission: 'agent_runs:write',
    summary: 'Report agent runs, all or none',
    tag,
    body: runsBody,
    bodyLimit: LIMITS.batchBodyBytes,
    response: out.created(agentRun),
    handle: async ({ body }, { clients, options }) => {
      const { runs } = await submitBatch('runs', body, () =>
        clients.agentRuns.submitRuns({ runs: body.items.map(runReport) }, options),
      )
      return { created: runs.length, data: runs.map(runJson) }
    },
  }),
  operation({
    rpc: submitRunEvents,
    method: 'POST',
    path: '/agent-runs/{runId}/events',
    permission: 'agent_runs:write',
    summary: 'Report the events of a run, all or none',
    tag,
    params: z.object({ runId: id() }),
    body: eventsBody,
    bodyLimit: LIMITS.batchBodyBytes,
    response: out.created(agentEvent),
    errors: { 404: "The run is not in the key's organization." },
    handle: async ({ params: { runId }, body }, { clients, options }) => {
      const stored = await submitBatch('events', body, () =>
        clients.agentRuns.submitRunEvents(eventsRequest(runId, body.items), options),
      )
      const data = eventsJson(runId, body.items, stored)
      return { created: data.length, data }
    },
  }),
  operation({
    rpc: listRuns,
    method: 'GET',
    path: '/agent-runs',
    permission: 'agent_runs:read',
    summary: 'List agent runs, newest first',
    tag,
    query: runQuery,
    response: out.list(agentRun),
    handle: async ({ query }, { clients, options }) => {
      const { runs, nextCursor } = await clients.agentRuns.listRuns(
        { aiAgentProfileId: query.ai_agent_profile_id ?? '', page: pageRequest(query) },
        options,
      )
      return { data: runs.map(runJson), next_cursor: cursorJson(nextCursor) }
    },
  }),
]
