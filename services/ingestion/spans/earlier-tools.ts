import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { findingsOfEvents } from '../domain/event.ts'
import type { Profile } from '../domain/profile.ts'
import { type Span, type SpanKey, shortName } from '../domain/span.ts'
import { toolsBelow } from '../domain/tools-below.ts'
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
    const toolsOf = await toolsOfAgents(ctx, organizationId, trace)
    const { traceId, runId } = trace
    for (const [agent, tools] of toolsOf) found.push({ traceId, runId, agent, tools })
  }
  // The events of a run are many, and read once.
  for (const [runId, ofRun] of Map.groupBy(found, (one) => one.runId)) {
    const traceIds = [...new Set(ofRun.map(({ traceId }) => traceId))]
    const events = await ctx.spans.eventsOf(organizationId, runId, traceIds)
    const byTrace = Map.groupBy(events, ({ traceId }) => traceId)
    for (const one of ofRun) await compareOf(ctx, caller, one, byTrace.get(one.traceId) ?? [])
  }
}

/** The tools of each agent whose profile does not document all of them, without the agent of the run. */
async function toolsOfAgents(
  ctx: SettleContext,
  organizationId: string,
  { runId, fresh, settled }: TraceOfRun,
): Promise<Map<string, SpanKey[]>> {
  const below = [...toolsBelow(fresh, settled).values()]
  if (below.length === 0) return new Map()
  const run = await ctx.events.run({ organizationId, runId }, false)
  const names = new Set(below.flatMap(({ agents }) => [...agents]))
  const profiles = await profilesOf(ctx, organizationId, [...names])
  if (run !== undefined) profiles.delete(run.agentIdentity)
  const toolsOf = new Map([...profiles.keys()].map((agent) => [agent, [] as SpanKey[]]))
  for (const { agents, tools } of below)
    for (const agent of agents) {
      const own = toolsOf.get(agent)
      if (own !== undefined) for (const tool of tools) own.push(tool)
    }
  return new Map([...toolsOf].filter(([agent, tools]) => undocumented(tools, profiles.get(agent)).length > 0))
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
