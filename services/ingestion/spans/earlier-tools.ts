import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { compareText } from '../../kernel/values/compare-text.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { findingsOfEvents } from '../domain/event.ts'
import type { Profile } from '../domain/profile.ts'
import { type SpanKey, shortName } from '../domain/spans/span.ts'
import { reachesBelow, toolsBelow } from '../domain/spans/tools-below.ts'
import { namedAgents } from '../domain/spans/trace-agents.ts'
import { writeOf } from '../domain/write.ts'
import { type Claim, claimOf } from '../store/claims.ts'
import { persist } from '../store/persist.ts'
import type { EventOfSpan } from '../store/spans.ts'
import { profilesOf } from './other-agents.ts'
import type { SettleContext } from './settle-context.ts'

/**
 * Two sets of spans of a trace that has a run: `settled` has the tools, `since` the spans that may put agents above them. The two
 * were not compared yet.
 */
export type TraceOfRun = {
  traceId: string
  runId: string
  since: readonly SpanKey[]
  settled: readonly SpanKey[]
}

/** An agent that is newly known to be above settled tool calls, and the tool calls that its profile does not document. */
type AgentOfTrace = { traceId: string; runId: string; agent: string; tools: readonly SpanKey[] }

/**
 * Compares settled tool calls with agents whose spans came later: the span of an agent ends after those of its tools. Until then
 * the tools were compared only with the agents that were known. A tool that the profile does not document becomes a finding, which
 * names the event that is stored already. The audit entry of these findings contains no events.
 */
export async function compareEarlierTools(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly TraceOfRun[],
): Promise<void> {
  const { organizationId } = caller
  const found = await agentsSince(ctx, organizationId, traces)
  // The events of a run are many, and read once.
  for (const [runId, ofRun] of Map.groupBy(found, (one) => one.runId)) {
    const traceIds = [...new Set(ofRun.map(({ traceId }) => traceId))]
    const events = await ctx.spans.eventsOf(organizationId, runId, traceIds)
    events.sort((a, b) => compareText(a.id, b.id))
    const byTrace = Map.groupBy(events, ({ traceId }) => traceId)
    for (const one of ofRun) await compareAgent(ctx, caller, one, byTrace.get(one.traceId) ?? [])
  }
}

/** Finds these agents, except the agents of the runs themselves. Profiles and runs of all traces are read in parallel. */
async function agentsSince(
  ctx: SettleContext,
  organizationId: string,
  traces: readonly TraceOfRun[],
): Promise<AgentOfTrace[]> {
  const some = traces.filter(({ since, settled }) => reachesBelow(since, settled))
  if (some.length === 0) return []
  const names = new Set<string>()
  for (const { since, settled } of some)
    for (const spans of [since, settled]) for (const name of namedAgents(spans)) names.add(name)
  const runIds = [...new Set(some.map(({ runId }) => runId))]
  const [profiles, runs] = await Promise.all([
    profilesOf(ctx, organizationId, [...names]),
    Promise.all(runIds.map((runId) => ctx.events.run({ organizationId, runId }))),
  ])
  const agentOf = new Map(runIds.map((runId, i) => [runId, runs[i]?.agentIdentity]))
  const documented = new Map([...profiles].map(([agent, profile]) => [agent, shortNames(profile)]))
  const lacks = (agent: string, { tool }: SpanKey): boolean => documented.get(agent)?.has(tool!) === false
  return some.flatMap(({ traceId, runId, since, settled }) => {
    const counts = new Set(profiles.keys())
    counts.delete(agentOf.get(runId) ?? '')
    const found = toolsBelow(since, settled, counts, lacks)
    return [...found].map(([agent, tools]) => ({ traceId, runId, agent, tools }))
  })
}

/** Writes the findings about an agent and its tool calls that no call has written yet. @throws DomainError UNAVAILABLE */
async function compareAgent(
  ctx: SettleContext,
  caller: Caller,
  compared: AgentOfTrace,
  events: readonly EventOfSpan[],
): Promise<void> {
  const known = new Set<string>()
  for (let n = 0; n < ATTEMPTS; n++) {
    const write = ({ fresh }: { fresh: boolean }) =>
      writeFindings(ctx, caller, compared, events, { known, again: fresh || n > 0 })
    if (await persist(write)) return
  }
  throw new DomainError(Reason.UNAVAILABLE, 'the findings of the trace change too fast')
}

/**
 * One attempt of `compareAgent`. Each finding is claimed, so that two calls never write the same one.
 *
 * @param attempt `known`: ids of claims that other calls have made, which a repeated attempt (`again`) extends
 * @returns false if another call has made one of the claims in the meantime
 */
async function writeFindings(
  ctx: SettleContext,
  caller: Caller,
  { traceId, runId, agent, tools }: AgentOfTrace,
  events: readonly EventOfSpan[],
  { known, again }: { known: Set<string>; again: boolean },
): Promise<boolean> {
  const { organizationId } = caller
  const profile = (await ctx.runs.profiles(organizationId, [agent], { fresh: true })).get(agent)
  const claim = (eventId: string): Claim => claimOf(traceId, profile!.id, eventId)
  const reported = await eventsToReport(ctx, organizationId, undocumented(tools, profile), events, claim)
  const ids = reported.map(({ id }) => id)
  const findings = findingsOfEvents(agent, profile, reported, ids)
  const claims = findings.map(({ sourceId }) => claim(sourceId))
  if (again) for (const id of await ctx.spans.claimed(organizationId, claims)) known.add(id)
  const open = findings.filter((_, i) => !known.has(claims[i]!.id))
  if (open.length === 0) return true
  const at = ctx.clock.now()
  const write = writeOf({ caller, at, id: mintId(at) }, { type: 'agent-events', texts: [] }, open)
  return await ctx.events.appendClaimed({
    ...write,
    runId,
    ids: [],
    seqs: [],
    texts: [],
    claims: claims.filter(({ id }) => !known.has(id)),
    expectations: [{ organizationId, agentIdentity: agent, profile }],
  })
}

/** Returns the events that findings about these spans name: those of the spans, or an event that stands for them. */
async function eventsToReport(
  ctx: SettleContext,
  organizationId: string,
  spans: readonly SpanKey[],
  events: readonly EventOfSpan[],
  claim: (eventId: string) => Claim,
): Promise<EventOfSpan[]> {
  const { own, instead } = eventsOfSpans(spans, events)
  if (instead.length === 0) return own
  const lists = await unclaimed(ctx, organizationId, instead, claim)
  return [...own, ...lists.map(([first]) => first!)]
}

/** Returns the lists of events of which no event has a claim yet, which means that no finding names it. */
async function unclaimed(
  ctx: SettleContext,
  organizationId: string,
  lists: readonly EventOfSpan[][],
  claim: (eventId: string) => Claim,
): Promise<EventOfSpan[][]> {
  const ids = await ctx.spans.claimed(
    organizationId,
    lists.flat().map(({ id }) => claim(id)),
  )
  return lists.filter((list) => !list.some(({ id }) => ids.has(claim(id).id)))
}

/** Returns the spans whose tool a profile does not document. Compares short names, because settled spans have only those. */
function undocumented(tools: readonly SpanKey[], profile: Profile | undefined): SpanKey[] {
  if (profile === undefined) return []
  const documented = shortNames(profile)
  return tools.filter(({ tool }) => !documented.has(tool))
}

function shortNames(profile: Profile): Set<string | undefined> {
  return new Set([...profile.tools].map(shortName))
}

/**
 * Returns the events of spans. `own` has the events that the spans became. A span that reported the same call as an earlier one
 * has no event of its own: if no span of its tool has one, `instead` has all events of that tool, one list for each tool. The
 * first event of the list then represents the span, unless a finding already names an event of the list.
 */
function eventsOfSpans(
  spans: readonly SpanKey[],
  events: readonly EventOfSpan[],
): { own: EventOfSpan[]; instead: EventOfSpan[][] } {
  const bySpan = new Map(events.map((event) => [`${event.spanId} ${shortName(event.toolName)}`, event]))
  const found = new Set(spans.flatMap(({ id, tool }) => bySpan.get(`${id} ${tool}`) ?? []))
  const own = events.filter((event) => found.has(event))
  const further = new Set(spans.map(({ tool }) => tool))
  for (const { toolName } of own) further.delete(shortName(toolName))
  if (further.size === 0) return { own, instead: [] }
  const ofTool = Map.groupBy(events, ({ toolName }) => shortName(toolName))
  const instead = [...further].map((tool) => ofTool.get(tool) ?? [])
  return { own, instead: instead.filter(({ length }) => length > 0) }
}

/** The number of attempts to write the findings. Another call may write the same findings during an attempt. */
const ATTEMPTS = 10
