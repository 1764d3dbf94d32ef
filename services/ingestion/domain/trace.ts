import type { JsonObject } from '@bufbuild/protobuf'
import { EventType, RunStatus } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { type SpanReport, SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { dateOf } from '../../kernel/values/time.ts'
import type { EventDraft } from './event.ts'
import { canonicalPayload } from './payload.ts'
import type { RunDraft } from './run.ts'

/** A span as far as other spans are held against it: ids in hex. */
export type SpanKey = {
  id: string
  parentId: string
  toolName: string | undefined
  toolCallId: string | undefined
}

/** Whether a trace can become a run: a span without a parent in its process is there. It ends after all others. */
export function isComplete(spans: readonly SpanReport[]): boolean {
  return spans.some(({ root }) => root)
}

/** The run that a trace becomes (docs/otlp.md, "A trace becomes a run"). @param spans at least one */
export function runOfTrace(spans: readonly SpanReport[]): RunDraft {
  const inTime = spans.toSorted(byStart)
  const first = (role: SpanRole): SpanReport | undefined => inTime.find((span) => span.role === role)
  const agent = first(SpanRole.AGENT)
  const root = inTime.find((span) => span.root)
  const model = agent?.modelName !== undefined ? agent : inTime.find((span) => span.modelName !== undefined)
  return {
    agentIdentity: agent?.agent ?? root?.agent ?? root?.service ?? serviceOf(inTime) ?? UNKNOWN_AGENT,
    runRef: runRefOf(inTime),
    modelName: model?.modelName ?? null,
    modelVersion: model?.modelVersion ?? null,
    startedAt: dateOf(inTime[0]!.startedAt!),
    status: agent?.failed || root?.failed ? RunStatus.FAILED : RunStatus.COMPLETED,
  }
}

/** The events among the spans that are new: calls of tools, each once, and decisions. In the order of their start. */
export function eventSpans(fresh: readonly SpanReport[], known: readonly SpanKey[]): SpanReport[] {
  const all = new Map(known.map((key) => [key.id, key]))
  for (const span of fresh) if (span.role === SpanRole.TOOL_CALL) all.set(idOf(span), keyOf(span))
  const parents = new Map(known.map((key) => [key.parentId, key]))
  const calls = new Set(known.map(({ toolCallId }) => toolCallId))
  return fresh.toSorted(byStart).filter((span) => {
    if (!EVENT_TYPES.has(span.role)) return false
    if (span.role !== SpanRole.TOOL_CALL) return true
    const key = keyOf(span)
    const outer = all.get(key.parentId)
    const inner = parents.get(key.id)
    if ((outer && isSameCall(outer, key)) || (inner && isSameCall(inner, key))) return false
    if (key.toolCallId === undefined) return true
    if (calls.has(key.toolCallId)) return false
    calls.add(key.toolCallId)
    return true
  })
}

/**
 * The events of spans in the order of their start: `seq` is the start in microseconds since 1970, moved on where two are equal,
 * so that an event that arrives late still has its place.
 */
export function eventDrafts(spans: readonly SpanReport[]): EventDraft[] {
  let last = -1
  return spans.map((span) => {
    const { seconds, nanos } = span.startedAt!
    last = Math.max(last + 1, Number(seconds) * 1_000_000 + Math.floor(nanos / 1000))
    const payload = payloadOf(span)
    if (typeof payload === 'string') throw new RangeError(`the payload of a span ${payload}`)
    return {
      seq: last,
      eventType: EVENT_TYPES.get(span.role)!,
      toolName: span.toolName,
      occurredAt: dateOf(span.startedAt!),
      payload,
    }
  })
}

/** The canonical payload of a span, made once a span: it is checked first and written later. */
export function payloadOf(span: SpanReport): ReturnType<typeof canonicalPayload> {
  let payload = payloads.get(span)
  if (payload === undefined) {
    payload = canonicalPayload(span.payload as JsonObject | undefined)
    payloads.set(span, payload)
  }
  return payload
}

export function keyOf(span: SpanReport): SpanKey {
  let key = keys.get(span)
  if (key === undefined) {
    const { toolName, toolCallId } = span
    key = { id: hex(span.spanId), parentId: hex(span.parentId), toolName, toolCallId }
    keys.set(span, key)
  }
  return key
}

/** The conversation that a trace belongs to, else the trace. */
function runRefOf(spans: readonly SpanReport[]): string {
  return spans.find(({ conversation }) => conversation !== undefined)?.conversation ?? hex(spans[0]!.traceId)
}

function serviceOf(spans: readonly SpanReport[]): string | undefined {
  return spans.find(({ service }) => service !== undefined)?.service
}

/** A client's, a server's and the agent's own span of one call follow each other from parent to child. */
function isSameCall(a: SpanKey, b: SpanKey): boolean {
  if (a.toolCallId !== undefined && b.toolCallId !== undefined) return a.toolCallId === b.toolCallId
  return a.toolName === b.toolName
}

function byStart(a: SpanReport, b: SpanReport): number {
  const [s, t] = [a.startedAt!, b.startedAt!]
  if (s.seconds !== t.seconds) return s.seconds < t.seconds ? -1 : 1
  return s.nanos - t.nanos || (idOf(a) < idOf(b) ? -1 : 1)
}

function idOf(span: SpanReport): string {
  return keyOf(span).id
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

const keys = new WeakMap<SpanReport, SpanKey>()
const payloads = new WeakMap<SpanReport, ReturnType<typeof canonicalPayload>>()
const EVENT_TYPES = new Map<SpanRole, EventType>([
  [SpanRole.TOOL_CALL, EventType.TOOL_CALL],
  [SpanRole.APPROVAL, EventType.APPROVAL],
  [SpanRole.REJECTION, EventType.REJECTION],
])
const UNKNOWN_AGENT = 'unknown'
