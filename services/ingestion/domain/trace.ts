import { EventType, RunStatus } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { dateOf } from '../../kernel/values/time.ts'
import type { EventDraft } from './event.ts'
import { freePlace } from './event-places.ts'
import type { RunDraft } from './run.ts'
import type { Span, SpanKey } from './span.ts'

/** A trace of an organization, its id in hex. */
export type TraceKey = { organizationId: string; traceId: string }

/**
 * Whether a trace can become a run: a span without a parent in its process is there. It ends after all others. Under a span of
 * another process it may belong to a server which the agent calls, a gateway of models or of tools. It then counts only beside a
 * span of an agent.
 */
export function isComplete(spans: readonly Span[]): boolean {
  let served = false
  let agent = false
  for (const { report, parentId } of spans) {
    if (report.root && (parentId === '' || report.role !== SpanRole.ROOT)) return true
    served ||= report.root
    agent ||= report.role === SpanRole.AGENT
  }
  return served && agent
}

/** The run that a trace becomes (docs/otlp.md, "A trace becomes a run"). @param spans at least one, in the order of their start */
export function runOfTrace(spans: readonly Span[]): RunDraft {
  const reports = spans.map(({ report }) => report)
  const agent = reports.find(({ role }) => role === SpanRole.AGENT)
  const root = reports.find((report) => report.root)
  const model =
    agent?.modelName !== undefined ? agent : reports.find(({ modelName }) => modelName !== undefined)
  const service = reports.find((report) => report.service !== undefined)?.service
  const conversation = reports.find((report) => report.conversation !== undefined)?.conversation
  return {
    agentIdentity: agent?.agent ?? root?.agent ?? root?.service ?? service ?? UNKNOWN_AGENT,
    // The conversation that the trace belongs to, else the trace.
    runRef: conversation ?? spans[0]!.traceId,
    modelName: model?.modelName ?? null,
    modelVersion: model?.modelVersion ?? null,
    startedAt: dateOf(reports[0]!.startedAt!),
    status: agent?.failed || root?.failed ? RunStatus.FAILED : RunStatus.COMPLETED,
  }
}

/**
 * The events among the spans that are new: calls of tools, each once, and decisions.
 *
 * @param fresh in the order of their start
 */
export function eventSpans(fresh: readonly Span[], known: readonly SpanKey[]): Span[] {
  const all = new Map(known.map((key) => [key.id, key]))
  for (const span of fresh) if (span.report.role === SpanRole.TOOL_CALL) all.set(span.id, span)
  const parents = new Map(known.map((key) => [key.parentId, key]))
  const calls = new Set(known.map(callName))
  return fresh.filter((span) => {
    const { role } = span.report
    if (!EVENT_TYPES.has(role)) return false
    if (role !== SpanRole.TOOL_CALL) return true
    const outer = all.get(span.parentId)
    const inner = parents.get(span.id)
    if ((outer && isSameCall(outer, span)) || (inner && isSameCall(inner, span))) return false
    if (span.call === undefined) return true
    const call = callName(span)
    if (calls.has(call)) return false
    calls.add(call)
    return true
  })
}

/**
 * The events of spans in the order of their start: `seq` is the start in microseconds since 1970, moved on where another has it
 * (event-places.ts), so that an event that arrives late still has its place.
 */
export function eventDrafts(spans: readonly Span[]): EventDraft[] {
  const used = new Set<number>()
  return spans.map((span) => {
    const { report, payload } = span
    const seq = freePlace(span, used)!
    used.add(seq)
    return {
      seq,
      eventType: EVENT_TYPES.get(report.role)!,
      toolName: report.toolName,
      occurredAt: dateOf(report.startedAt!),
      payload,
    }
  })
}

/**
 * A client's, a server's and the agent's own span of one call follow each other from parent to child. Calls of different tools are never
 * one, whatever their ids are: otherwise the call of the other tool would be lost.
 */
function isSameCall(a: SpanKey, b: SpanKey): boolean {
  return a.tool === b.tool && (a.call === undefined || b.call === undefined || a.call === b.call)
}

/** Short names have no space. */
function callName({ tool, call }: SpanKey): string | undefined {
  return call === undefined ? undefined : `${call} ${tool}`
}

const EVENT_TYPES = new Map<SpanRole, EventType>([
  [SpanRole.TOOL_CALL, EventType.TOOL_CALL],
  [SpanRole.APPROVAL, EventType.APPROVAL],
  [SpanRole.REJECTION, EventType.REJECTION],
])
const UNKNOWN_AGENT = 'unknown'
