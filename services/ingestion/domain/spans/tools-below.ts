import type { SpanKey } from './span.ts'
import { type Agents, agentsAbove, nearest, nearestWhere } from './trace-agents.ts'

/** Whether the profile of an agent does not document the tool of a span. */
type Lacks = (agent: string, span: SpanKey) => boolean

/**
 * Finds agents that are known to be above settled tool calls only since other spans arrived: the span of the agent, or a span
 * between the two. Returns for each such agent the settled spans whose tool its profile does not document.
 *
 * @param since spans of the trace with which `settled` were not compared
 * @param counts the agents that have a profile, without that of the run
 */
export function toolsBelow(
  since: readonly SpanKey[],
  settled: readonly SpanKey[],
  counts: ReadonlySet<string>,
  lacks: Lacks,
): Map<string, SpanKey[]> {
  const found = new Map<string, SpanKey[]>()
  if (counts.size === 0 || !reachesBelow(since, settled)) return found
  const before = agentsAbove(settled, counts)
  const after = agentsAbove([...settled, ...since], counts)
  for (const span of settled) {
    if (span.tool === undefined) continue
    const compared = new Set(nearest(before.get(span)))
    for (const agent of comparedWith(after.get(span), span, lacks)) {
      if (compared.has(agent)) continue
      const tools = found.get(agent)
      if (tools === undefined) found.set(agent, [span])
      else tools.push(span)
    }
  }
  return found
}

/** Whether a settled span is directly below one that came since. */
export function reachesBelow(since: readonly SpanKey[], settled: readonly SpanKey[]): boolean {
  const ids = new Set(since.map(({ id }) => id))
  return settled.some(({ parentId }) => ids.has(parentId))
}

function comparedWith(agents: Agents, span: SpanKey, lacks: Lacks): string[] {
  const undocumented = (agent: string): boolean => lacks(agent, span)
  return [...new Set([...nearest(agents).filter(undocumented), ...nearestWhere(agents, undocumented)])]
}
