import type { MessageInitShape } from '@bufbuild/protobuf'
import type {
  AgentRun,
  EventReport,
  RunReportSchema,
  SubmitRunEventsRequest,
  SubmitRunEventsResponse,
} from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import type { EventBody, RunBody } from '../schema/agent-runs.ts'
import { timeJson, timeProto, timeText } from './values.ts'
import { WORDS } from './words.ts'

export function runReport(body: RunBody): MessageInitShape<typeof RunReportSchema> {
  return {
    agentIdentity: body.agent_identity,
    runRef: body.run_ref,
    startedAt: timeProto(body.started_at),
    ...(body.model_name === undefined ? {} : { modelName: body.model_name }),
    ...(body.model_version === undefined ? {} : { modelVersion: body.model_version }),
    ...(body.status === undefined ? {} : { status: WORDS.runStatus.value(body.status) }),
  }
}

export function runJson(run: AgentRun) {
  return {
    id: run.id,
    agent_identity: run.agentIdentity,
    run_ref: run.runRef,
    model_name: run.modelName ?? null,
    model_version: run.modelVersion ?? null,
    started_at: timeJson(run.startedAt),
    status: WORDS.runStatus.word(run.status),
    ai_agent_profile_id: run.aiAgentProfileId ?? null,
    created_at: timeJson(run.createdAt),
  }
}

export function eventsRequest(runId: string, events: EventBody[]): SubmitRunEventsRequest {
  return {
    $typeName: 'attestry.ingestion.v1.SubmitRunEventsRequest',
    runId,
    events: events.map(eventReport),
  }
}

function eventReport(body: EventBody): EventReport {
  return {
    $typeName: 'attestry.ingestion.v1.EventReport',
    seq: BigInt(body.seq),
    eventType: WORDS.eventType.value(body.event_type),
    toolName: body.tool_name,
    occurredAt: timeProto(body.occurred_at),
    payload: body.payload,
  }
}

/** The events as they were sent, with what each was given when it was stored. */
export function eventsJson(runId: string, sent: EventBody[], { events, createdAt }: SubmitRunEventsResponse) {
  const created_at = timeJson(createdAt)
  return sent.map((body, i) => ({
    id: events[i]!.id,
    run_id: runId,
    seq: body.seq,
    event_type: body.event_type,
    tool_name: body.tool_name ?? null,
    occurred_at: timeText(body.occurred_at),
    payload_hash: events[i]!.payloadHash,
    created_at,
  }))
}
