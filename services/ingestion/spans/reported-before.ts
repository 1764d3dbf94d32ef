import { type Span, type SpanKey, shortName } from '../domain/spans/span.ts'
import { agentsAbove, nearest } from '../domain/spans/trace-agents.ts'
import type { RunKey } from '../store/events.ts'
import type { SettleContext } from './settle-context.ts'

/** A span, the agents whose profiles do not document its tool, and the settled spans that reported the same call (trace.ts). */
type Reported = { span: Span; agents: readonly string[]; settled: readonly SpanKey[] }

/** Such spans of one trace, and all settled spans of the trace. */
export type ReportedOfTrace = { traceId: string; spans: readonly Reported[]; settled: readonly SpanKey[] }

/**
 * Returns the spans that need a separate event although another span has reported their call. A span needs none if a settled span
 * that reported its call was compared with the same agents and has an event among those that `eventsOf` reads. Events are only
 * ever added, so an earlier comparison has read that event too.
 *
 * @param traces the traces of one run; its events may be many and are read once
 * @param counts the agents that have a profile
 */
export async function withoutReportedBefore(
  ctx: SettleContext,
  { organizationId, runId }: RunKey,
  traces: readonly ReportedOfTrace[],
  counts: ReadonlySet<string>,
): Promise<Span[]> {
  const namesOf = new Map(traces.flatMap((trace) => comparedOf(trace, counts)))
  const all = traces.flatMap(({ spans }) => spans.map(({ span }) => span))
  const some = [...namesOf].filter(([, names]) => names.length > 0)
  if (some.length === 0) return all
  const traceIds = [...new Set(some.map(([{ traceId }]) => traceId))]
  const events = await ctx.spans.eventsOf(organizationId, runId, traceIds)
  const stored = new Set(
    events.map(({ traceId, spanId, toolName }) => nameOf(traceId, spanId, shortName(toolName))),
  )
  return all.filter((span) => !namesOf.get(span)?.some((name) => stored.has(name)))
}

/** Returns for each span the names of the settled spans that reported its call and were compared with the same agents. */
function comparedOf(
  { traceId, spans, settled }: ReportedOfTrace,
  counts: ReadonlySet<string>,
): (readonly [Span, string[]])[] {
  const some = spans.filter((one) => one.settled.length > 0)
  if (some.length === 0) return []
  const above = agentsAbove(settled, counts)
  return some.map(({ span, agents, settled }) => {
    const compared = settled.filter((one) => {
      const known = nearest(above.get(one))
      return agents.every((agent) => known.includes(agent))
    })
    return [span, compared.map(({ id, tool }) => nameOf(traceId, id, tool))]
  })
}

function nameOf(traceId: string, spanId: string | null, tool: string | undefined): string {
  return `${traceId} ${spanId} ${tool}`
}
