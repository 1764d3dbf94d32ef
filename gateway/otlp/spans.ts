import type { JsonObject } from '@bufbuild/protobuf'
import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type SpanReport, SpanRole } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { ExportTraceServiceRequest } from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import {
  type ResourceSpans,
  ResourceSpansSchema,
  type ScopeSpans,
  ScopeSpansSchema,
  type Span,
  Span_SpanKind,
  SpanSchema,
  Status_StatusCode,
} from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import { hex } from '../../services/kernel/values/hex.ts'
import { TIME_END, TIME_START } from '../../services/kernel/values/limits.ts'
import { type Attributes, attributesOf, textOf } from './attributes.ts'
import { type Content, contentOf } from './content.ts'
import { agentOf, modelOf, NAMES, roleOf, toolOf } from './conventions.ts'
import { linkAcross, type SpanIds } from './link-across.ts'
import { type OtherAnswers, otherAnswers } from './other-answers.ts'
import { type MappedItem, type Reading, reading } from './reading.ts'
import { fitting, UNNAMED_TOOL } from './texts.ts'

/**
 * Reads the spans of an export that are about an agent.
 *
 * @returns the reading; `link`, to be called with all reports of the export; and `answers`, which is complete once all items are
 * read
 */
export function spanReading(content: Content): Reading<ExportTraceServiceRequest> & {
  link: (reports: readonly SpanReport[]) => Promise<void>
  answers: OtherAnswers
} {
  const others: SpanIds[] = []
  const answers = otherAnswers()
  const read = (span: Span): MappedItem | string | undefined => {
    const item = mapSpan(span, content, answers)
    const { traceId, spanId, parentSpanId } = span
    if (item === undefined) others.push({ traceId, spanId, parentSpanId })
    return item
  }
  return {
    ...reading({ ...SPANS, read }),
    answers,
    link: async (reports) => {
      if (others.length > 0) await linkAcross(reports, others)
    },
  }
}

const SPANS = {
  types: [ResourceSpansSchema, ScopeSpansSchema, SpanSchema],
  resources: (request: ExportTraceServiceRequest) => request.resourceSpans,
  scopes: (resource: ResourceSpans) => resource.scopeSpans,
  items: (scope: ScopeSpans) => scope.spans,
  // The default of SDKs for a service without a name.
  serviceName: (service: string | undefined) =>
    service?.startsWith('unknown_service') ? undefined : service,
  isAgent: false,
} as const

/** Returns the report of a span; undefined if it is not about an agent; the problem as a text if it is malformed. */
function mapSpan(span: Span, content: Content, answers: OtherAnswers): MappedItem | string | undefined {
  const problem = problemOfIds(span)
  if (problem !== undefined) return problem
  const startedAt = timeOf(span.startTimeUnixNano)
  if (startedAt === undefined) return 'a start time is not within 2000 to 2099'
  const attributes = attributesOf(span.attributes)
  const known = roleOf(attributes)
  const root = isRoot(span, known)
  const role = known ?? (root ? SpanRole.ROOT : undefined)
  if (role === undefined) return undefined
  // A literal of the message, so that nothing copies it.
  const report: SpanReport = {
    $typeName: 'attestry.ingestion.v1.SpanReport',
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentSpanId,
    role,
    root,
    startedAt,
    failed: span.status?.code === Status_StatusCode.ERROR,
    served: role === SpanRole.TOOL_CALL && isServerOf(span, attributes),
  }
  const conversation = fitting(textOf(attributes, NAMES.conversation))
  if (conversation !== undefined) report.conversation = conversation
  if (role === SpanRole.MODEL || role === SpanRole.ROOT || role === SpanRole.AGENT) {
    addAgent(report, span, attributes)
    answers.add(attributes, hex(span.traceId))
  } else addEvent(report, span, attributes, content)
  return { report, name: root && span.name !== '' ? span.name : undefined }
}

function problemOfIds({ traceId, spanId, parentSpanId }: Span): string | undefined {
  if (traceId.length !== 16 || isZero(traceId)) return 'a trace_id is not 16 bytes'
  if (spanId.length !== 8 || isZero(spanId)) return 'a span_id is not 8 bytes'
  return parentSpanId.length === 8 || parentSpanId.length === 0
    ? undefined
    : 'a parent_span_id is not 8 bytes'
}

/**
 * Whether a span begins its trace in its process: it has no parent, or a parent in another process. The span of a tool, a model or
 * a decision with a parent in another process does not: it is a server's, and the agent is in the other process.
 */
function isRoot({ parentSpanId, flags }: Span, role: SpanRole | undefined): boolean {
  if (parentSpanId.length === 0) return true
  return (flags & REMOTE_PARENT) === REMOTE_PARENT && (role === undefined || role === SpanRole.AGENT)
}

/** Adds the agent and the model that a span names. */
function addAgent(report: SpanReport, span: Span, attributes: Attributes): void {
  const agent = report.role === SpanRole.MODEL ? undefined : fitting(agentOf(attributes, span.name))
  if (agent !== undefined) report.agent = agent
  Object.assign(report, modelOf(attributes))
}

/** Adds what the event of a tool call or a decision has. */
function addEvent(report: SpanReport, span: Span, attributes: Attributes, content: Content): void {
  const unnamed = report.role === SpanRole.TOOL_CALL ? UNNAMED_TOOL : undefined
  const toolName = fitting(toolOf(attributes, span.name)) ?? unnamed
  const toolCallId = fitting(textOf(attributes, NAMES.toolCall))
  report.payload = payloadOf(span, attributes, toolCallId, content)
  if (toolName !== undefined) report.toolName = toolName
  if (toolCallId !== undefined) report.toolCallId = toolCallId
}

/**
 * Whether a span of an MCP call is the server's: by its kind, or because its parent is in another process, which not all SDKs
 * report.
 */
function isServerOf({ flags, kind }: Span, attributes: Attributes): boolean {
  const isRemote = (flags & REMOTE_PARENT) === REMOTE_PARENT && kind !== Span_SpanKind.CLIENT
  return attributes.has('mcp.method.name') && (kind === Span_SpanKind.SERVER || isRemote)
}

function payloadOf(
  span: Span,
  attributes: Attributes,
  toolCallId: string | undefined,
  content: Content,
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

/** Returns the seconds and nanoseconds of an instant; undefined outside the years that all other inputs accept. */
export function timeOf(nanos: bigint): Timestamp | undefined {
  const seconds = nanos / SECOND
  const millis = Number(seconds) * 1000
  if (millis < TIME_START || millis >= TIME_END) return undefined
  return { $typeName: 'google.protobuf.Timestamp', seconds, nanos: Number(nanos % SECOND) }
}

export function isZero(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 0) return false
  return true
}

/** SPAN_FLAGS_CONTEXT_HAS_IS_REMOTE and SPAN_FLAGS_CONTEXT_IS_REMOTE. */
const REMOTE_PARENT = 0x300
const SECOND = 1_000_000_000n
