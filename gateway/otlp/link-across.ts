import type { SpanReport } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Span } from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import { eventLoopShare } from '../../services/kernel/concurrency/event-loop.ts'
import { hex } from '../../services/kernel/values/hex.ts'

/**
 * Links spans across spans that are not about an agent. Such a span is not kept. Its children get as their parent the nearest
 * span above it that is about an agent, or that is not in this export.
 */
export async function linkAcross(reports: readonly SpanReport[], others: readonly SpanIds[]): Promise<void> {
  // If no span names an agent, parents are not looked up.
  if (!reports.some(({ agent }) => agent !== undefined)) return
  const share = eventLoopShare()
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
      // Visited spans have no parent here, so that the loop ends even if a span is its own ancestor.
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

/** The ids of a span that is not about an agent. */
export type SpanIds = Pick<Span, 'traceId' | 'spanId' | 'parentSpanId'>

const NO_PARENT = new Uint8Array(0)
