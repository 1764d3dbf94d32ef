import { z } from 'zod'
import {
  AgentEventSchema,
  AgentRunSchema,
  AgentRunService,
  type EventReport,
  EventReportSchema,
  type EventType,
  EventTypeSchema,
  ListRunsRequestSchema,
  RunReportSchema,
  type SubmitRunEventsResponse,
} from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { enumText } from '../../services/kernel/values/enum-text.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { timestampText } from '../../services/kernel/values/time.ts'
import { TOOL_EVENTS } from '../../services/kernel/values/tool-events.ts'
import { answer } from '../schema/answer.ts'
import { batch } from '../schema/batch.ts'
import { cursorJson, id, out } from '../schema/fields.ts'
import { requestBody, requestQuery } from '../schema/request.ts'
import { operation } from './operation.ts'
import { submitBatch } from './submit-batch.ts'

const { submitRuns, submitRunEvents, listRuns } = AgentRunService.method
const agentRun = answer(AgentRunSchema)
const agentEvent = answer(AgentEventSchema)
const runsBody = batch('runs', requestBody(RunReportSchema), LIMITS.runBatch)
const eventsBody = batch('events', requestBody(EventReportSchema, toolIsNamed), LIMITS.eventBatch)
const tag = 'AI agent runs'

const EVENT_TYPES = enumText<EventType>(EventTypeSchema)

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
    response: out.created(agentRun.schema),
    handle: async ({ body }, { clients, options }) => {
      const { runs } = await submitBatch('runs', body, () =>
        clients.agentRuns.submitRuns({ runs: body.items }, options),
      )
      return { created: runs.length, data: runs.map(agentRun.json) }
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
    response: out.created(agentEvent.schema),
    errors: { 404: "The run is not in the key's organization." },
    handle: async ({ params: { runId }, body }, { clients, options }) => {
      const stored = await submitBatch('events', body, () =>
        clients.agentRuns.submitRunEvents(
          { $typeName: 'attestry.ingestion.v1.SubmitRunEventsRequest', runId, events: body.items },
          options,
        ),
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
    query: requestQuery(ListRunsRequestSchema),
    response: out.list(agentRun.schema),
    handle: async ({ query }, { clients, options }) => {
      const { runs, nextCursor } = await clients.agentRuns.listRuns(query, options)
      return { data: runs.map(agentRun.json), next_cursor: cursorJson(nextCursor) }
    },
  }),
]

/**
 * The events as they were sent, with the fields that storing added: the JSON of AgentEvent. A hot path: no message is made in
 * between, and values that all events share are made once.
 */
function eventsJson(runId: string, sent: EventReport[], { events, createdAt }: SubmitRunEventsResponse) {
  const created_at = timestampText(createdAt!)
  return sent.map(({ seq, eventType, toolName, occurredAt }, i) => ({
    id: events[i]!.id,
    run_id: runId,
    seq: Number(seq),
    event_type: EVENT_TYPES.word(eventType),
    tool_name: toolName ?? null,
    occurred_at: timestampText(occurredAt!),
    payload_hash: events[i]!.payloadHash,
    created_at,
  }))
}

function toolIsNamed({ eventType, toolName }: EventReport) {
  if (toolName !== undefined || !TOOL_EVENTS.has(eventType)) return undefined
  return { field: 'tool_name', problem: `is required for ${EVENT_TYPES.word(eventType)}` }
}
