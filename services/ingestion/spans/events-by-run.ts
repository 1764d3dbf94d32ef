import type { Span, SpanKey } from '../domain/spans/span.ts'
import type { eventSpans } from '../domain/spans/trace.ts'
import type { RunAgent } from '../store/events.ts'
import type { OtherAgents } from './other-agents.ts'
import { type ReportedOfTrace, withoutReportedBefore } from './reported-before.ts'
import type { SettleContext } from './settle-context.ts'
import type { StoredRuns } from './store-runs.ts'

/** A trace, the run that it belongs to, and the events among its new spans. */
export type TraceInRun = {
  traceId: string
  runId: string
  settled: readonly SpanKey[]
  events: Awaited<ReturnType<typeof eventSpans>>
}

/**
 * Returns the spans that become events, by run. These are the new calls and decisions. A call that another span reported before is
 * included if an agent above the later span does not document the tool and was not compared with it yet.
 */
export async function eventsByRun(
  ctx: SettleContext,
  organizationId: string,
  traces: readonly TraceInRun[],
  runs: StoredRuns,
  others: OtherAgents,
): Promise<Map<string, Span[]>> {
  const byRun = new Map<string, Span[]>()
  const reportedOf = new Map<string, ReportedOfTrace[]>()
  for (const trace of traces) {
    const { runId, events } = trace
    const spans = byRun.get(runId) ?? []
    byRun.set(runId, spans)
    for (const span of events.calls) spans.push(span)
    const some = events.same.filter(({ span, first }) => others.undocumented(span, first).length > 0)
    if (some.length === 0) continue
    const agent = runs.agents.get(runId) ?? (await ctx.events.run({ organizationId, runId }))
    const reported = reportedOf.get(runId) ?? []
    reportedOf.set(runId, reported)
    reported.push(reportedOfTrace(trace, some, others, agent))
  }
  for (const [runId, reported] of reportedOf) {
    const open = await withoutReportedBefore(ctx, { organizationId, runId }, reported, others.counts)
    for (const span of open) byRun.get(runId)!.push(span)
  }
  return byRun
}

/** Returns the spans whose call another span reported, each with the agents with whose profiles its tool was not compared yet. */
function reportedOfTrace(
  { traceId, settled }: TraceInRun,
  same: TraceInRun['events']['same'],
  others: OtherAgents,
  agent: RunAgent | undefined,
): ReportedOfTrace {
  const spans = same.flatMap(({ span, first, settled }) => {
    const agents = others.undocumented(span, first, agent?.agentIdentity)
    return agents.length === 0 ? [] : [{ span, agents, settled }]
  })
  return { traceId, spans, settled }
}
