import type { JsonObject } from '@bufbuild/protobuf'
import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type SpanReport, SpanRole } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { ExportTraceServiceRequest } from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import { type Span, Status_StatusCode } from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { eventLoopShare } from '../../services/kernel/event-loop.ts'
import { LIMITS, TIME_END, TIME_START } from '../../services/kernel/values/limits.ts'
import { type Attributes, attributesOf, textOf } from './attributes.ts'
import { agentOf, modelOf, NAMES, roleOf, toolOf } from './conventions.ts'
import type { Share } from './pieces.ts'

/** What was read from an export: the reports, and how many items say nothing of an agent or are malformed. */
export type Mapped = { spans: SpanReport[]; unmapped: number; malformed: string[] }

/** The spans of an export that say something of an agent. `content`: whether arguments and results are kept, not only hashed. */
export async function mapSpans(request: ExportTraceServiceRequest, content: boolean): Promise<Mapped> {
  const mapped: Mapped = { spans: [], unmapped: 0, malformed: [] }
  const others: Span[] = []
  const share = eventLoopShare()
  for (const { resource, scopeSpans } of request.resourceSpans) {
    const service = textOf(attributesOf(resource?.attributes ?? []), ['service.name'])
    for (const { spans } of scopeSpans) {
      for (const span of spans) {
        const wait = share()
        if (wait !== undefined) await wait
        const report = mapSpan(span, service, content)
        if (typeof report === 'string') mapped.malformed.push(report)
        else if (report === undefined) others.push(span)
        else mapped.spans.push(report)
      }
    }
  }
  mapped.unmapped = others.length
  if (others.length > 0) await linkAcross(mapped.spans, others, share)
  return mapped
}

/** A span whose parent says nothing of an agent gets the nearest span above it that does, or is not in this export, for a parent. */
async function linkAcross(
  reports: readonly SpanReport[],
  others: readonly Span[],
  share: Share,
): Promise<void> {
  // Where no span names an agent nothing is asked about parents.
  if (!reports.some(({ agent }) => agent !== undefined)) return
  const parents = new Map<string, Uint8Array>()
  for (const span of others) {
    const wait = share()
    if (wait !== undefined) await wait
    parents.set(nameOf(span.traceId, span.spanId), span.parentSpanId)
  }
  for (const report of reports) {
    const path: string[] = []
    let parent = report.parentId
    for (;;) {
      const wait = share()
      if (wait !== undefined) await wait
      const name = nameOf(report.traceId, parent)
      const next = parents.get(name)
      // One that was passed already, too: what is its own ancestor has none.
      if (next === undefined || next.length === 0) break
      parents.set(name, NO_PARENT)
      path.push(name)
      parent = next
    }
    for (const name of path) parents.set(name, parent)
    report.parentId = parent
  }
}

function nameOf(traceId: Uint8Array, spanId: Uint8Array): string {
  return hex(traceId) + hex(spanId)
}

/** The report of a span; undefined when it says nothing of an agent; a text when it is malformed, saying how. */
function mapSpan(span: Span, service: string | undefined, content: boolean): SpanReport | string | undefined {
  const { traceId, spanId, parentSpanId, flags } = span
  if (traceId.length !== 16 || isZero(traceId)) return 'a trace_id is not 16 bytes'
  if (spanId.length !== 8 || isZero(spanId)) return 'a span_id is not 8 bytes'
  const startedAt = timeOf(span.startTimeUnixNano)
  if (startedAt === undefined) return 'a start time is not within 2000 to 2099'
  const attributes = attributesOf(span.attributes)
  const known = roleOf(attributes)
  // The span of a tool, a model or a decision under another process's is that of a server: the agent is in the other process.
  const isServed =
    (flags & REMOTE_PARENT) === REMOTE_PARENT && (known === undefined || known === SpanRole.AGENT)
  const root = parentSpanId.length === 0 || isServed
  const role = known ?? (root ? SpanRole.ROOT : undefined)
  if (role === undefined) return undefined
  const failed = span.status?.code === Status_StatusCode.ERROR
  const conversation = textOf(attributes, NAMES.conversation)
  // The SDK's word for a service that nobody named.
  const unnamed = service === undefined || service.startsWith('unknown_service')
  const named = unnamed ? (root && span.name !== '' ? span.name : undefined) : service
  // Literals, which nothing copies.
  const report: SpanReport = {
    $typeName: 'attestry.ingestion.v1.SpanReport',
    traceId,
    spanId,
    parentId: parentSpanId,
    role,
    root,
    startedAt,
    failed,
  }
  if (named !== undefined) report.service = named
  if (conversation !== undefined) report.conversation = conversation
  const problem = tooLong({ service: named, conversation })
  if (problem !== undefined) return problem
  if (role === SpanRole.MODEL || role === SpanRole.ROOT || role === SpanRole.AGENT) {
    const agent = role === SpanRole.MODEL ? undefined : agentOf(attributes, span.name)
    const model = modelOf(attributes)
    if (agent !== undefined) report.agent = agent
    return tooLong({ agent, ...model }) ?? Object.assign(report, model)
  }
  const toolName = toolOf(attributes, span.name)
  if (toolName === undefined && role === SpanRole.TOOL_CALL) return 'a tool span does not name its tool'
  const toolCallId = textOf(attributes, NAMES.toolCall)
  report.payload = payloadOf(span, attributes, toolCallId, content)
  if (toolName !== undefined) report.toolName = toolName
  if (toolCallId !== undefined) report.toolCallId = toolCallId
  return tooLong({ toolName, toolCallId }) ?? report
}

function payloadOf(
  span: Span,
  attributes: Attributes,
  toolCallId: string | undefined,
  content: boolean,
): JsonObject {
  const duration = Number(span.endTimeUnixNano - span.startTimeUnixNano) / 1e6
  const payload: JsonObject = {
    source: 'otlp',
    trace_id: hex(span.traceId),
    span_id: hex(span.spanId),
    status: span.status?.code === Status_StatusCode.ERROR ? 'error' : 'ok',
  }
  if (duration >= 0) payload.duration_ms = duration
  if (toolCallId !== undefined) payload.tool_call_id = toolCallId
  Object.assign(payload, contentOf('arguments', textOf(attributes, NAMES.arguments), content))
  return Object.assign(payload, contentOf('result', textOf(attributes, NAMES.result), content))
}

/** A text by its hash, and itself where it is to be kept and small enough. */
export function contentOf(name: string, text: string | undefined, keep: boolean): JsonObject {
  if (text === undefined) return {}
  const hashed = { [`${name}_sha256`]: sha256Hex(text) }
  if (!keep || text.length > MAX_CONTENT) return hashed
  const small = Buffer.byteLength(JSON.stringify(text)) <= MAX_CONTENT
  return small && text.isWellFormed() && !text.includes('\0') ? { ...hashed, [name]: text } : hashed
}

/** Seconds and nanoseconds of an instant; undefined outside of what is accepted anywhere else. */
export function timeOf(nanos: bigint): Timestamp | undefined {
  const seconds = nanos / SECOND
  const millis = Number(seconds) * 1000
  if (millis < TIME_START || millis >= TIME_END) return undefined
  return { $typeName: 'google.protobuf.Timestamp', seconds, nanos: Number(nanos % SECOND) }
}

/** What is wrong with the first of these texts that is too long or not well-formed. */
export function tooLong(texts: { [name: string]: string | undefined }): string | undefined {
  for (const name in texts) {
    const text = texts[name]
    if (text === undefined) continue
    if (text.length > LIMITS.identifier && [...text].length > LIMITS.identifier)
      return `${name} is longer than ${LIMITS.identifier} characters`
    if (!text.isWellFormed() || text.includes('\0')) return `${name} holds a character that no text may hold`
  }
  return undefined
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

function isZero(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 0) return false
  return true
}

/** SPAN_FLAGS_CONTEXT_HAS_IS_REMOTE and SPAN_FLAGS_CONTEXT_IS_REMOTE. */
const REMOTE_PARENT = 0x300
const NO_PARENT = new Uint8Array(0)
const SECOND = 1_000_000_000n
/** Bytes of arguments or of a result, as JSON, that are kept: both fit in a payload. */
const MAX_CONTENT = 12_000
