import { create } from '@bufbuild/protobuf'
import { SpanReportSchema, SpanRole } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { ExportLogsServiceRequest } from '../../proto/gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts'
import {
  type LogRecord,
  LogRecordSchema,
  type ResourceLogs,
  ResourceLogsSchema,
  type ScopeLogs,
  ScopeLogsSchema,
} from '../../proto/gen/opentelemetry/proto/logs/v1/logs_pb.ts'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import { hex } from '../../services/kernel/values/hex.ts'
import { type Attributes, attributesOf, textOf } from './attributes.ts'
import { type Content, contentOf } from './content.ts'
import { NAMES } from './conventions.ts'
import { type MappedItem, type Reading, reading } from './reading.ts'
import { isZero, timeOf } from './spans.ts'
import { fitting, UNNAMED_TOOL } from './texts.ts'

/**
 * Reads the log records of an export that are about agents: the tool decisions and tool results of Claude Code
 * (code.claude.com/docs/en/monitoring-usage). Records of a session that have no trace make one run for the session.
 */
export function logReading(content: Content): Reading<ExportLogsServiceRequest> {
  return reading({ ...LOGS, read: (record: LogRecord) => mapRecord(record, content) })
}

const LOGS = {
  types: [ResourceLogsSchema, ScopeLogsSchema, LogRecordSchema],
  resources: (request: ExportLogsServiceRequest) => request.resourceLogs,
  scopes: (resource: ResourceLogs) => resource.scopeLogs,
  items: (scope: ScopeLogs) => scope.logRecords,
  serviceName: (service: string | undefined) => service,
  isAgent: true,
} as const

function mapRecord(record: LogRecord, content: Content): MappedItem | string | undefined {
  const attributes = attributesOf(record.attributes)
  const role = roleOfRecord(record, attributes)
  if (role === undefined) return undefined
  const conversation = textOf(attributes, NAMES.conversation)
  // An id of zeros counts as no id.
  const traced = record.traceId.length === 16 && !isZero(record.traceId)
  if (!traced && conversation === undefined) return 'a log record names neither a trace nor a session'
  if (record.spanId.length !== 8 && record.spanId.length !== 0) return 'a span_id is not 8 bytes'
  const startedAt = timeOf(record.timeUnixNano || record.observedTimeUnixNano)
  if (startedAt === undefined) return 'a time is not within 2000 to 2099'
  const toolName =
    fitting(textOf(attributes, NAMES.tool)) ?? (role === SpanRole.TOOL_CALL ? UNNAMED_TOOL : undefined)
  const toolCallId = fitting(textOf(attributes, NAMES.toolCall))
  const text = JSON.stringify([record.timeUnixNano, role, ...pairs(attributes)], bigintText)
  const traceId = traced ? record.traceId : sha256(`session:${conversation}`).subarray(0, 16)
  const spanId = sha256(text).subarray(0, 8)
  const failed = textOf(attributes, ['success']) === 'false'
  const source = fitting(textOf(attributes, ['source', 'decision_source']))
  const report = create(SpanReportSchema, {
    traceId,
    spanId,
    role,
    startedAt,
    failed,
    root: !traced,
    parentId: isZero(record.spanId) ? NO_SPAN : record.spanId,
    payload: {
      source: 'otlp',
      trace_id: hex(traceId),
      span_id: hex(spanId),
      status: failed ? 'error' : 'ok',
      ...(source !== undefined && { decision_source: source }),
      ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
      ...contentOf('arguments', textOf(attributes, ['tool_input', 'tool_parameters']), content),
    },
    ...(conversation !== undefined && { conversation: fitting(conversation) }),
    ...(toolName !== undefined && { toolName }),
    ...(toolCallId !== undefined && { toolCallId }),
  })
  return { report, name: undefined }
}

function roleOfRecord(record: LogRecord, attributes: Attributes): SpanRole | undefined {
  const body = record.body?.value
  const text = textOf(attributes, ['event.name']) ?? (body?.case === 'stringValue' ? body.value : '')
  const name = (record.eventName || text).replace(/^claude_code\./, '')
  if (name === 'tool_result') return SpanRole.TOOL_CALL
  if (name !== 'tool_decision') return undefined
  const decision = textOf(attributes, ['decision'])
  if (decision === 'accept') return SpanRole.APPROVAL
  return decision === 'reject' ? SpanRole.REJECTION : undefined
}

function pairs(attributes: Attributes): [string, string | undefined][] {
  return [...attributes.keys()].sort().map((name) => [name, textOf(attributes, [name])])
}

function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

const NO_SPAN = new Uint8Array(0)
