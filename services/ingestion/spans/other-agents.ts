import { SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import type { Profile } from '../domain/profile.ts'
import { findingOfRun, type RunDraft } from '../domain/run.ts'
import type { Span, SpanKey } from '../domain/spans/span.ts'
import { runOfTrace } from '../domain/spans/trace.ts'
import {
  type Agents,
  agentsAbove,
  namedAgents,
  nearest,
  nearestWhere,
  ownRef,
  runOfAgent,
  runsOfAgents,
} from '../domain/spans/trace-agents.ts'
import { type UnnamedServices, unnamedServices } from '../domain/spans/unnamed-services.ts'
import type { SettleContext } from './settle-context.ts'
import { type StoredRuns, storeOwnRuns } from './store-runs.ts'

/** A trace whose run is stored. The words `fresh` and `settled`: docs/otlp.md, "How a trace becomes a run". */
type TraceOfRun = {
  traceId: string
  runId: string
  /** The spans that are not settled yet, in the order of their start. */
  fresh: readonly Span[]
  settled: readonly SpanKey[]
  /** The fresh spans that become events. */
  calls: readonly Span[]
  /** The run made from the fresh spans; undefined if the trace had a run already. */
  draft: RunDraft | undefined
}

/** Returns the agents, other than that of the run, with whose profiles the tool of a span is compared. */
export type OthersOf = (span: Span) => readonly string[]

/**
 * Returns the agents of `othersOf(span)` whose profile does not document the tool of the span. Agents with which the tool was
 * compared already are left out: those of `first`, a fresh span that reported the same call, and `own`, the agent of the run.
 */
type Undocumented = (span: Span, first: Span | undefined, own?: string) => string[]

/** The result of a comparison with other agents. */
export type OtherAgents = {
  /** The number of runs that were made. */
  runs: number
  othersOf: OthersOf
  undocumented: Undocumented
  /** The agents that have a profile. */
  counts: ReadonlySet<string>
}

/**
 * Finds the agents of traces other than that of their run, and compares their models with their profiles. A run has one agent and
 * one model, from the spans that made it. A trace may name others: nested agents, another agent or model of the same conversation,
 * an agent whose span came late, a service whose spans name no agent.
 *
 * Two cases get a separate run, which opens the finding: an agent with a model that its profile does not name, and a service
 * without a profile that another service calls and that calls tools. Tools are compared later, by `othersOf` and `undocumented`.
 *
 * @param runs the runs that this call has stored
 */
export async function otherAgents(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly TraceOfRun[],
  runs: StoredRuns,
): Promise<OtherAgents> {
  const { organizationId } = caller
  const differing = await differingTraces(ctx, organizationId, traces, runs)
  if (differing.length === 0)
    return { runs: 0, othersOf: () => NONE, undocumented: () => [], counts: new Set() }
  const profiles = await profilesOf(ctx, organizationId, [...agentsOf(differing)])
  const bySpan: AgentsBySpan = { wholeTraces: new Map(), above: new Map(), sharedIds: new Set() }
  // There may be as many drafts as spans, which are too many arguments for one `push`.
  const drafts = differing.flatMap((each) => [
    ...runsWithoutProfile(each.trace, each.services, profiles),
    ...runOfWholeTrace(each, profiles, bySpan),
    ...runsOfNested(each, profiles, bySpan),
  ])
  const found = drafts.filter((draft) => findingOfRun('', draft, profiles.get(draft.agentIdentity)))
  const made = found.length === 0 ? 0 : await storeOwnRuns(ctx, caller, found)
  return { runs: made, ...toolComparison(bySpan, profiles), counts: new Set(profiles.keys()) }
}

/** The agents with a profile, by what they are compared with. */
type AgentsBySpan = {
  /** The traces that are compared with an agent as a whole: the identity of the agent, by trace id. */
  wholeTraces: Map<string, string>
  /** The agents above each fresh span. */
  above: Map<Span, Agents>
  /** Traces in which several spans have the same ids. */
  sharedIds: Set<string>
}

/** The names of the agents that differ from that of the run. */
function agentsOf(differing: readonly Differing[]): Set<string> {
  return new Set(differing.flatMap(({ own, others }) => [...(own ? [own.agentIdentity] : []), ...others]))
}

/** Returns the run that the spans of a trace would make, if its agent has a profile, and notes the agent for all its spans. */
function runOfWholeTrace({ trace, own }: Differing, profiles: Profiles, bySpan: AgentsBySpan): RunDraft[] {
  if (own === undefined || !profiles.has(own.agentIdentity)) return []
  bySpan.wholeTraces.set(trace.traceId, own.agentIdentity)
  return [own]
}

/** Returns the runs of the agents with a profile that a trace names, and notes for each span the agents above it. */
function runsOfNested(
  { trace, others, services }: Differing,
  profiles: Profiles,
  bySpan: AgentsBySpan,
): RunDraft[] {
  const { traceId, fresh, settled } = trace
  const known = new Set([...others].filter((agent) => profiles.has(agent)))
  if (known.size === 0) return []
  const within = agentsAbove(fresh, known, services)
  if (fresh.some(({ twin }) => twin !== undefined)) bySpan.sharedIds.add(traceId)
  const above = settled.length === 0 ? within : agentsAbove<SpanKey>([...fresh, ...settled], known, services)
  for (const span of fresh) bySpan.above.set(span, above.get(span))
  return runsOfAgents(fresh, within)
}

/** Compares the tools of spans with the profiles of agents. */
function toolComparison(
  { wholeTraces, above, sharedIds }: AgentsBySpan,
  profiles: Profiles,
): { othersOf: OthersOf; undocumented: Undocumented } {
  const lacks = (agent: string, { report: { toolName } }: Span): boolean =>
    toolName !== undefined && profiles.get(agent)?.tools.has(toolName) === false
  const othersOf: OthersOf = (span) => {
    const agents = above.get(span)
    const whole = wholeTraces.get(span.traceId)
    const further = sharedIds.has(span.traceId) ? nearestWhere(agents, (agent) => lacks(agent, span)) : NONE
    return [...new Set([...nearest(agents), ...further, ...(whole === undefined ? NONE : [whole])])]
  }
  const undocumented: Undocumented = (span, first, own) => {
    const compared = first === undefined ? NONE : othersOf(first)
    return othersOf(span).filter((agent) => agent !== own && !compared.includes(agent) && lacks(agent, span))
  }
  return { othersOf, undocumented }
}

type Profiles = ReadonlyMap<string, Profile>

type Differing = {
  trace: TraceOfRun
  own: RunDraft | undefined
  others: Set<string>
  services: UnnamedServices
}

/**
 * Returns the traces that name agents other than that of their run. The runs are read at the same time, because there may be as
 * many as spans.
 */
async function differingTraces(
  ctx: Pick<SettleContext, 'events'>,
  organizationId: string,
  traces: readonly TraceOfRun[],
  runs: StoredRuns,
): Promise<Differing[]> {
  const share = eventLoopShare()
  const found: { trace: TraceOfRun; services: UnnamedServices; earlier: Set<string> }[] = []
  for (const trace of traces) {
    const services = await unnamedServices(trace.fresh, trace.settled, share)
    found.push({ trace, services, earlier: namedAgents(trace.settled) })
  }
  const known = new Set(
    found.flatMap(({ trace, services, earlier }) => (services.size + earlier.size > 0 ? [trace.runId] : [])),
  )
  const read = async (runId: string): Promise<[string, string | undefined]> => {
    const run = runs.agents.get(runId) ?? (await ctx.events.run({ organizationId, runId }))
    return [runId, run?.agentIdentity]
  }
  const agentOf = new Map(await Promise.all([...known].map(read)))
  return found.flatMap(({ trace, services, earlier }) => {
    const agentOfRun = agentOf.get(trace.runId)
    if (agentOfRun !== undefined) earlier.delete(agentOfRun)
    return otherAgentsOf(trace, { unnamed: services, earlier }, agentOfRun, runs) ?? []
  })
}

/**
 * Returns the agents of a trace other than that of its run. `own` is the run that the spans would make where the stored run is
 * another trace's or an earlier one; `others` are nested agents, services and agents of settled spans.
 *
 * @param earlier the agents of settled spans, without that of the run
 * @param agentOfRun the agent of the run; only needed where the trace has unnamed services or settled agents
 * @returns undefined if there are none
 */
function otherAgentsOf(
  trace: TraceOfRun,
  { unnamed, earlier }: { unnamed: UnnamedServices; earlier: ReadonlySet<string> },
  agentOfRun: string | undefined,
  runs: StoredRuns,
): Differing | undefined {
  const { traceId, runId, fresh, draft } = trace
  const others = namedAgents(fresh)
  const isItsOwn = draft !== undefined && runs.drafts.get(runId) === draft
  let own: RunDraft | undefined
  if (isItsOwn) others.delete(draft.agentIdentity)
  else if (draft !== undefined || others.size > 0) {
    const outer = draft ?? runOfTrace(fresh)
    others.delete(outer.agentIdentity)
    own = { ...outer, runRef: ownRef(traceId, outer.agentIdentity) }
  }
  const services = new Map(
    [...unnamed].filter(([, { service }]) => service !== agentOfRun && service !== own?.agentIdentity),
  )
  for (const { service } of services.values()) others.add(service)
  // Every fresh tool is compared with the agent of `own` in any case, and `own` has its model.
  for (const agent of earlier) if (agent !== own?.agentIdentity) others.add(agent)
  return own === undefined && others.size === 0 ? undefined : { trace, own, others, services }
}

/** Makes a run for each service without a profile that another service calls and that itself calls tools. */
function runsWithoutProfile(
  { calls }: TraceOfRun,
  services: UnnamedServices,
  profiles: ReadonlyMap<string, Profile>,
): RunDraft[] {
  const spansOf = Map.groupBy(
    calls.filter(({ report }) => report.role === SpanRole.TOOL_CALL),
    (span) => {
      const of = services.get(span)
      return of?.entered && !profiles.has(of.service) ? of.service : undefined
    },
  )
  return [...spansOf].flatMap(([service, spans]) =>
    service === undefined ? [] : [runOfAgent(service, spans)],
  )
}

/** Reads profiles without the cache: a cached profile could be stale, and no write here would detect that. */
export async function profilesOf(
  ctx: Pick<SettleContext, 'runs'>,
  organizationId: string,
  agents: string[],
): Promise<Map<string, Profile>> {
  const profiles = new Map<string, Profile>()
  for (let i = 0; i < agents.length; i += AT_ONCE) {
    const some = await ctx.runs.profiles(organizationId, agents.slice(i, i + AT_ONCE), { fresh: true })
    for (const [agent, profile] of some) profiles.set(agent, profile)
  }
  return profiles
}

const NONE: readonly string[] = []
const AT_ONCE = 1000
