import type { MethodImpl } from '@connectrpc/connect'
import {
  type SpanReport,
  SpanRole,
  type SpanService,
} from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { LIMITS, TIME_END, TIME_START } from '../../kernel/values/limits.ts'
import { dateOf } from '../../kernel/values/time.ts'
import type { IngestionContext } from '../context.ts'
import { BatchChecks } from '../domain/batch.ts'
import { payloadOf } from '../domain/trace.ts'
import { settle } from '../spans/settle.ts'

/** SpanService.ReportSpans (docs/otlp.md) */
export function reportSpans(
  ctx: Pick<IngestionContext, 'spans' | 'runs' | 'events' | 'clock'>,
): MethodImpl<typeof SpanService.method.reportSpans> {
  return async ({ spans }, context) => {
    const caller = callerOf(context)
    checkSpans(spans)
    return await settle(ctx, caller, spans, false)
  }
}

/** @throws DomainError VALIDATION */
function checkSpans(spans: SpanReport[]): void {
  const checks = new BatchChecks('spans', spans.length, LIMITS.spanReports)
  for (const [i, span] of spans.entries()) {
    const at = span.startedAt === undefined ? Number.NaN : dateOf(span.startedAt).getTime()
    const { role, parentId, toolName } = span
    checks
      .that(span.traceId.length === 16, i, 'trace_id', 'must be 16 bytes')
      .that(span.spanId.length === 8, i, 'span_id', 'must be 8 bytes')
      .that(parentId.length === 8 || parentId.length === 0, i, 'parent_id', 'must be 8 bytes or empty')
      .that(ROLES.has(role), i, 'role', 'must be a role')
      .that(
        role !== SpanRole.TOOL_CALL || toolName !== undefined,
        i,
        'tool_name',
        'is required for a tool call',
      )
      .that(at >= TIME_START && at < TIME_END, i, 'started_at', 'must be from 2000 to 2099')
    for (const [field, text] of textsOf(span)) {
      if (text === undefined) continue
      const short = text.length <= LIMITS.identifier || [...text].length <= LIMITS.identifier
      checks
        .that(text !== '' && short, i, field, `must have 1 to ${LIMITS.identifier} characters`)
        .that(text.isWellFormed() && !text.includes('\0'), i, field, 'must be well-formed text')
    }
    const payload = payloadOf(span)
    if (typeof payload === 'string') checks.wrong(i, 'payload', payload)
  }
  checks.done()
}

function textsOf(span: SpanReport): [string, string | undefined][] {
  return [
    ['agent', span.agent],
    ['service', span.service],
    ['conversation', span.conversation],
    ['model_name', span.modelName],
    ['model_version', span.modelVersion],
    ['tool_name', span.toolName],
    ['tool_call_id', span.toolCallId],
  ]
}

const ROLES = new Set<SpanRole>([
  SpanRole.TOOL_CALL,
  SpanRole.APPROVAL,
  SpanRole.REJECTION,
  SpanRole.AGENT,
  SpanRole.MODEL,
  SpanRole.ROOT,
])
