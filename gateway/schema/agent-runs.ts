import { z } from 'zod'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { WORDS } from '../mapping/words.ts'
import { batch } from './batch.ts'
import { count, id, identifier, out, page, payload, timestamp } from './fields.ts'

/** docs/api.md 2.7, request. */
const runBody = z
  .object({
    agent_identity: identifier().meta({ description: 'Identifies the agent profile.' }),
    run_ref: identifier().meta({ description: "The caller's own reference, unique per organization." }),
    model_name: identifier().optional(),
    model_version: identifier().optional(),
    started_at: timestamp(),
    status: z.enum(WORDS.runStatus.words).optional().meta({ default: 'completed' }),
  })
  .meta({ id: 'AgentRunRequest' })

export type RunBody = z.output<typeof runBody>

/** docs/api.md 4.1.4. */
export const runsBody = batch('runs', runBody, LIMITS.runBatch)

/** docs/api.md 4: the filter of the list of runs. */
export const runQuery = z.object({ ai_agent_profile_id: id().optional(), ...page })

/** docs/api.md 2.7, response. */
export const agentRun = z
  .object({
    id: out.id(),
    agent_identity: z.string(),
    run_ref: z.string(),
    model_name: z.string().nullable(),
    model_version: z.string().nullable(),
    started_at: out.time(),
    status: z.enum(WORDS.runStatus.words),
    ai_agent_profile_id: out
      .id()
      .nullable()
      .meta({ description: 'null until a profile for the agent_identity exists.' }),
    created_at: out.time(),
  })
  .meta({ id: 'AgentRun' })

/** docs/api.md 2.8, request. */
const eventBody = z
  .object({
    seq: count().meta({ description: "The caller's sequence number, unique per run." }),
    event_type: z.enum(WORDS.eventType.words),
    tool_name: identifier().optional().meta({ description: 'Required for tool_call and executed_action.' }),
    occurred_at: timestamp(),
    payload: payload().optional(),
  })
  .check(({ value, issues }) => {
    if (value.tool_name !== undefined || !NEEDS_TOOL.has(value.event_type)) return
    issues.push({
      code: 'custom',
      message: `is required for ${value.event_type}`,
      path: ['tool_name'],
      input: value,
    })
  })
  .meta({ id: 'AgentEventRequest' })

export type EventBody = z.output<typeof eventBody>

/** docs/api.md 4.1.5. */
export const eventsBody = batch('events', eventBody, LIMITS.eventBatch)

/** docs/api.md 2.8, response. */
export const agentEvent = z
  .object({
    id: out.id(),
    run_id: out.id(),
    seq: z.int(),
    event_type: z.enum(WORDS.eventType.words),
    tool_name: z.string().nullable(),
    occurred_at: out.time(),
    payload_hash: out.hash().meta({ description: 'SHA-256 of the RFC 8785 canonical JSON of the payload.' }),
    created_at: out.time(),
  })
  .meta({ id: 'AgentEvent' })

const NEEDS_TOOL = new Set(['tool_call', 'executed_action'])
