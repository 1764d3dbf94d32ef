import { type Span, type SpanKey, shortName } from '../domain/span.ts'
import { agentsAbove, nearest } from '../domain/trace-agents.ts'
import type { RunKey } from '../store/events.ts'
import type { SettleContext } from './settle-context.ts'

/** A span, the agents whose profiles do not document its tool, and the settled spans that told of its call (trace.ts). */
type Told = { span: Span; agents: readonly string[]; settled: readonly SpanKey[] }

/** Such spans of one trace, and all its spans that are settled. */
export type ToldOfTrace = { traceId: string; spans: readonly Told[]; settled: readonly SpanKey[] }

/**
 * The spans that are to become events although another span told of their call: without those where a settled one has been compared with the
 * same agents, and has an event among those that eventsOf reads. Events are only ever added, so that a comparison of earlier tools read it too.
 *
 * @param traces those of one run, whose events are many and read once
 * @param counts the agents that have a profile
 */
export async function withoutToldBefore(
  ctx: SettleContext,
  { organizationId, runId }: RunKey,
  traces: readonly ToldOfTrace[],
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

/** For each span the settled ones that told of its call and were compared with its agents, by their names. */
function comparedOf(
  { traceId, spans, settled }: ToldOfTrace,
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
