import {
  type EventReport,
  EventReportSchema,
  type EventType,
  EventTypeSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import { requestCheck } from '../../kernel/fields/request-check.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { dateOf, isoTime } from '../../kernel/values/time.ts'
import { TOOL_EVENTS } from '../../kernel/values/tool-events.ts'
import { BatchChecks } from './batch.ts'
import { type Finding, finding } from './finding.ts'
import { canonicalPayload, type Payload } from './payload.ts'
import type { Profile } from './profile.ts'

/** The stored fields of an event, after defaults. */
export type EventDraft = {
  seq: number
  eventType: EventType
  toolName: string | undefined
  occurredAt: Date
  payload: Payload
}

/** Checks a batch of events and canonicalizes their payloads. @throws DomainError VALIDATION */
export async function draftEvents(reports: EventReport[]): Promise<EventDraft[]> {
  const checks = new BatchChecks('events', reports.length, LIMITS.eventBatch)
  const drafts: EventDraft[] = []
  const share = eventLoopShare()
  for (let i = 0; i < reports.length; i++) {
    const turn = share()
    if (turn !== undefined) await turn
    const { seq, eventType, toolName, occurredAt: occurred, payload: given } = reports[i]!
    checkReport(reports[i]!, (field, problem) => checks.wrong(i, field, problem))
    const tool = toolName !== undefined || !TOOL_EVENTS.has(eventType)
    checks.that(tool, i, 'tool_name', 'is required for this event_type')
    const occurredAt = occurred === undefined ? undefined : dateOf(occurred)
    const payload = canonicalPayload(given)
    if (typeof payload === 'string') checks.wrong(i, 'payload', payload)
    else drafts.push({ seq: Number(seq), eventType, toolName, occurredAt: occurredAt!, payload })
  }
  checks.done()
  return drafts
}

/** Returns the findings of a batch of events: one for each tool that the profile of the agent does not document. */
export function findingsOfEvents(
  agentIdentity: string,
  profile: Profile | undefined,
  events: readonly Pick<EventDraft, 'toolName'>[],
  ids: string[],
): Finding[] {
  if (profile === undefined) return []
  const { id: profileId, version: profileVersion, systemId, tools } = profile
  const found = new Map<string, Finding>()
  for (const [i, { toolName }] of events.entries()) {
    if (toolName === undefined || tools.has(toolName)) continue
    found.set(
      toolName,
      finding('tool', ids[i]!, { systemId, profileId, profileVersion, agentIdentity, toolName }),
    )
  }
  return [...found.values()]
}

/**
 * Returns the records of a batch, in its order: the same text as the codec of AgentEvent writes, with the payload's canonical
 * text. This is a hot path: values that all events of a call share are made once.
 */
export function eventRecords(
  organizationId: string,
  runId: string,
  events: EventDraft[],
  ids: string[],
  at: Date,
): string[] {
  const created = isoTime(at)
  return events.map(({ seq, eventType, toolName, occurredAt, payload }, i) => {
    const tool = toolName === undefined ? 'null' : JSON.stringify(toolName)
    return `{"created_at":"${created}","event_type":"${EVENT_TYPES.word(eventType)}","id":"${ids[i]}","occurred_at":"${isoTime(occurredAt)}","organization_id":"${organizationId}","payload":${payload.text},"payload_hash":"${payload.hash}","run_id":"${runId}","seq":${seq},"tool_name":${tool}}`
  })
}

const EVENT_TYPES = enumText<EventType>(EventTypeSchema)
const checkReport = requestCheck(EventReportSchema)
