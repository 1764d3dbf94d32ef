import { create, type MessageInitShape } from '@bufbuild/protobuf'
import {
  type AgentRun,
  type EventReport,
  EventReportSchema,
  type RunReportSchema,
  type SubmitRunEventsResponse,
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

export function runJson(it: AgentRun) {
  return {
    id: it.id,
    agent_identity: it.agentIdentity,
    run_ref: it.runRef,
    model_name: it.modelName ?? null,
    model_version: it.modelVersion ?? null,
    started_at: timeJson(it.startedAt),
    status: WORDS.runStatus.word(it.status),
    ai_agent_profile_id: it.aiAgentProfileId ?? null,
    created_at: timeJson(it.createdAt),
  }
}

export function eventReport(body: EventBody): EventReport {
  const report = create(EventReportSchema)
  report.seq = BigInt(body.seq)
  report.eventType = WORDS.eventType.value(body.event_type)
  report.occurredAt = timeProto(body.occurred_at)
  if (body.tool_name !== undefined) report.toolName = body.tool_name
  if (body.payload !== undefined) report.payload = body.payload
  return report
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
