import type { MethodImpl } from '@connectrpc/connect'
import {
  type SpanReport,
  SpanRole,
  type SpanService,
} from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { LIMITS, TIME_END, TIME_START } from '../../kernel/values/limits.ts'
import { dateOf } from '../../kernel/values/time.ts'
import type { IngestionContext } from '../context.ts'
import { BatchChecks } from '../domain/batch.ts'
import { type Span, spanOf } from '../domain/spans/span.ts'
import { settle } from '../spans/settle.ts'

/** SpanService.ReportSpans (docs/otlp.md) */
export function reportSpans(
  ctx: Pick<IngestionContext, 'spans' | 'runs' | 'events' | 'clock'>,
): MethodImpl<typeof SpanService.method.reportSpans> {
  return async ({ spans }, context) => {
    const caller = callerOf(context)
    const reported = Map.groupBy(await checkSpans(spans), ({ traceId }) => traceId)
    return await settle(ctx, caller, reported, 'awaited')
  }
}

/** Checks reports and returns their spans. Shares the event loop. @throws DomainError VALIDATION */
export async function checkSpans(reports: readonly SpanReport[]): Promise<Span[]> {
  const checks = new BatchChecks('spans', reports.length, LIMITS.spanReports)
  const spans: Span[] = []
  const share = eventLoopShare()
  for (const [i, report] of reports.entries()) {
    const wait = share()
    if (wait !== undefined) await wait
    const problem = problemOf(report)
    const span = problem === undefined ? spanOf(report) : undefined
    if (problem !== undefined) checks.wrong(i, ...problem)
    else if (typeof span === 'string') checks.wrong(i, 'payload', span)
    else spans.push(span!)
  }
  checks.done()
  return spans
}

/** Returns the first field of a report that is wrong, and the problem. */
function problemOf(report: SpanReport): [field: string, problem: string] | undefined {
  const { traceId, spanId, parentId, role, toolName, startedAt } = report
  if (traceId.length !== 16) return ['trace_id', 'must be 16 bytes']
  if (spanId.length !== 8) return ['span_id', 'must be 8 bytes']
  if (parentId.length !== 8 && parentId.length !== 0) return ['parent_id', 'must be 8 bytes or empty']
  if (!ROLES.has(role)) return ['role', 'must be a role']
  if (role === SpanRole.TOOL_CALL && toolName === undefined)
    return ['tool_name', 'is required for a tool call']
  const at = startedAt === undefined ? Number.NaN : dateOf(startedAt).getTime()
  if (!(at >= TIME_START && at < TIME_END)) return ['started_at', 'must be from 2000 to 2099']
  return (
    wrongText('agent', report.agent) ??
    wrongText('service', report.service) ??
    wrongText('conversation', report.conversation) ??
    wrongText('model_name', report.modelName) ??
    wrongText('model_version', report.modelVersion) ??
    wrongText('tool_name', toolName) ??
    wrongText('tool_call_id', report.toolCallId)
  )
}

function wrongText(field: string, text: string | undefined): [string, string] | undefined {
  if (text === undefined) return undefined
  const short = text.length <= LIMITS.identifier || [...text].length <= LIMITS.identifier
  if (text === '' || !short) return [field, `must have 1 to ${LIMITS.identifier} characters`]
  return text.isWellFormed() && !text.includes('\0') ? undefined : [field, 'must be well-formed text']
}

const ROLES = new Set<SpanRole>([
  SpanRole.TOOL_CALL,
  SpanRole.APPROVAL,
  SpanRole.REJECTION,
  SpanRole.AGENT,
  SpanRole.MODEL,
  SpanRole.ROOT,
])
