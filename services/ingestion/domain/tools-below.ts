import { SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Span, SpanKey } from './span.ts'

/** The agents that spans with one id name, and the tools below it: one list, however many agents a sender names with that id. */
type Below = { agents: Set<string>; tools: SpanKey[] }

/** The settled spans of tools that are below the span of an agent that is new, directly or below another tool, by the id of that span. */
export function toolsBelow(fresh: readonly Span[], settled: readonly SpanKey[]): Map<string, Below> {
  const agents = new Map<string, Set<string>>()
  for (const { id, report } of fresh) {
    if (report.role !== SpanRole.AGENT || report.agent === undefined) continue
    agents.set(id, (agents.get(id) ?? new Set()).add(report.agent))
  }
  const found = new Map<string, Below>()
  if (agents.size === 0) return found
  const tools = new Map(settled.flatMap((key) => (key.tool === undefined ? [] : [[key.id, key] as const])))
  for (const key of settled) {
    if (key.tool === undefined) continue
    let at: SpanKey | undefined = key
    for (let n = 0; n < MOST_ABOVE && at !== undefined && !agents.has(at.parentId); n++)
      at = tools.get(at.parentId)
    const above = at && agents.get(at.parentId)
    if (at === undefined || above === undefined) continue
    const below = found.get(at.parentId)
    if (below === undefined) found.set(at.parentId, { agents: above, tools: [key] })
    else below.tools.push(key)
  }
  return found
}

/** A client's span of a call has that of the server below it, and may have further ones. */
const MOST_ABOVE = 8
