import { SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { findingsOfEvents } from '../domain/event.ts'
import type { Profile } from '../domain/profile.ts'
import { type Span, type SpanKey, shortName } from '../domain/span.ts'
import { writeOf } from '../domain/write.ts'
import { persist } from '../store/persist.ts'
import type { EventOfSpan } from '../store/spans.ts'
import { profilesOf } from './other-agents.ts'
import type { SettleContext } from './settle-context.ts'

/** A trace that has a run: its spans that are new, and those that were settled before. */
type TraceOfRun = { traceId: string; runId: string; fresh: readonly Span[]; settled: readonly SpanKey[] }

/** An agent whose span is new, and the settled spans of its tools, of which its profile does not document all. */
type AgentOfTrace = { traceId: string; runId: string; agent: string; tools: readonly SpanKey[] }

/**
 * The span of an agent ends after those of its tools. Where the trace has the run of another agent by then, they were compared with that one
 * alone. Those that are directly below the agent's span, or below another tool that is, are its own: what its profile does not document is found
 * now, by the event that is stored. The entry of these findings has no event.
 */
export async function compareEarlierTools(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly TraceOfRun[],
): Promise<void> {
  const { organizationId } = caller
  const found: AgentOfTrace[] = []
  for (const trace of traces) {
    const toolsOf = toolsBelow(trace.fresh, trace.settled)
    if (toolsOf.size === 0) continue
    const run = await ctx.events.run({ organizationId, runId: trace.runId }, false)
    const profiles = await profilesOf(ctx, organizationId, [...toolsOf.keys()])
    for (const [agent, tools] of toolsOf) {
      const differs = agent !== run?.agentIdentity && undocumented(tools, profiles.get(agent)).length > 0
      if (differs) found.push({ traceId: trace.traceId, runId: trace.runId, agent, tools })
    }
  }
  // The events of a run are many, and read once.
  for (const [runId, ofRun] of Map.groupBy(found, (one) => one.runId)) {
    const traceIds = [...new Set(ofRun.map(({ traceId }) => traceId))]
    const events = await ctx.spans.eventsOf(organizationId, runId, traceIds)
    const byTrace = Map.groupBy(events, ({ traceId }) => traceId)
    for (const one of ofRun) await compareOf(ctx, caller, one, byTrace.get(one.traceId) ?? [])
  }
}

/** The settled spans of tools of the agents whose spans are new, by agent. */
function toolsBelow(fresh: readonly Span[], settled: readonly SpanKey[]): Map<string, SpanKey[]> {
  const agents = new Map<string, string[]>()
  for (const { id, report } of fresh) {
    if (report.role !== SpanRole.AGENT || report.agent === undefined) continue
    agents.set(id, [...(agents.get(id) ?? []), report.agent])
  }
  const found = new Map<string, SpanKey[]>()
  if (agents.size === 0) return found
  const tools = new Map(settled.flatMap((key) => (key.tool === undefined ? [] : [[key.id, key] as const])))
  for (const key of settled) {
    if (key.tool === undefined) continue
    let at: SpanKey | undefined = key
    for (let n = 0; n < MOST_ABOVE && at !== undefined && !agents.has(at.parentId); n++)
      at = tools.get(at.parentId)
    for (const agent of (at && agents.get(at.parentId)) ?? []) {
      const own = found.get(agent)
      if (own === undefined) found.set(agent, [key])
      else own.push(key)
    }
  }
  return found
}

async function compareOf(
  ctx: SettleContext,
  caller: Caller,
  { runId, agent, tools }: AgentOfTrace,
  events: readonly EventOfSpan[],
): Promise<void> {
  const { organizationId } = caller
  await persist(async () => {
    const profile = (await ctx.runs.profiles(organizationId, [agent], true)).get(agent)
    const own = told(undocumented(tools, profile), events)
    const at = ctx.clock.now()
    const found = findingsOfEvents(
      agent,
      profile,
      own,
      own.map(({ id }) => id),
    )
    if (found.length === 0) return
    const write = writeOf(caller, at, 'agent-events', [], found, { id: mintId(at) })
    const expectations = [{ organizationId, agentIdentity: agent, profile }]
    await ctx.events.append({ ...write, runId, ids: [], seqs: [], texts: [], expectations })
  })
}

/** The spans whose tool a profile does not document. Tools are compared by their short names, as they were kept. */
function undocumented(tools: readonly SpanKey[], profile: Profile | undefined): SpanKey[] {
  if (profile === undefined) return []
  const documented = new Set([...profile.tools].map(shortName))
  return tools.filter(({ tool }) => !documented.has(tool))
}

/** The event of each span; of one that told of the same call as another span before it, that of a call of the same tool. */
function told(spans: readonly SpanKey[], events: readonly EventOfSpan[]): EventOfSpan[] {
  const ofTool = new Map(events.map((event) => [shortName(event.toolName), event]))
  const bySpan = new Map(events.map((event) => [`${event.spanId} ${shortName(event.toolName)}`, event]))
  return spans.flatMap(({ id, tool }) => bySpan.get(`${id} ${tool}`) ?? ofTool.get(tool) ?? [])
}

/** A client's span of a call has that of the server below it, and may have further ones. */
const MOST_ABOVE = 8
