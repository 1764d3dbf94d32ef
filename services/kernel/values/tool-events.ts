import { EventType } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'

/** The types of events that MUST name a tool (docs/decisions/0042-agent-events.md). */
export const TOOL_EVENTS: ReadonlySet<EventType> = new Set([EventType.TOOL_CALL, EventType.EXECUTED_ACTION])
