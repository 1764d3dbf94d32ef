import { RunStatus } from '../../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { dateOf } from '../../../kernel/values/time.ts'
import type { RunDraft } from '../run.ts'
import { type Span, type SpanKey, shortName } from './span.ts'
import type { UnnamedServices } from './unnamed-services.ts'

/** The agents whose spans are ancestors of a span, the nearest first; undefined where there is none. */
export type Agents = { agent: string; up: Agents | undefined } | undefined

/** Returns the agents that spans name. */
export function namedAgents(spans: readonly Pick<SpanKey, 'agent'>[]): Set<string> {
  const names = new Set<string>()
  for (const { agent } of spans) if (agent !== undefined) names.add(agent)
  return names
}

/**
 * Finds for each span the agents whose spans are above it, the agent of the span itself included, as far as the given spans
 * connect them. If several spans have the id of a span's parent (twins, sent-again.ts), the span belongs to the agents of all of
 * them.
 *
 * @param spans of one trace
 * @param counts the agents to look for; the work for a span grows with their number
 * @param services the services that count as the agents of their spans
 */
export function agentsAbove<S extends SpanKey>(
  spans: readonly S[],
  counts: ReadonlySet<string>,
  services: UnnamedServices = new Map(),
): Map<S, Agents> {
  const byId = Map.groupBy(spans, ({ id }) => id)
  const known = { counts, services, byId }
  let found = agentsOnce(spans, known, new Map())
  const shared = [...byId].filter(([, twins]) => twins.length > 1)
  // Each pass reaches past one more id that several spans have.
  for (let n = 0; n < Math.min(shared.length, MAX_SHARED); n++) {
    const merged = new Map(
      shared.map(([id, twins]) => [id, inTurns(twins.map((one) => nearest(found.get(one))))]),
    )
    found = agentsOnce(spans, known, merged)
  }
  return found
}

/**
 * One pass of `agentsAbove`.
 *
 * @param merged the agents of each id that several spans have; for an id without an entry, the first span with it counts
 */
function agentsOnce<S extends SpanKey>(
  spans: readonly S[],
  { counts, services, byId }: Known<S>,
  merged: ReadonlyMap<string, Agents>,
): Map<S, Agents> {
  const found = new Map<S, Agents>()
  for (const span of spans) {
    const path: S[] = []
    let at: S | undefined = span
    let agents: Agents
    // A span on the path has no list yet, so that a cycle of parents ends here.
    for (; at !== undefined && !found.has(at); at = byId.get(at.parentId)?.[0]) {
      found.set(at, undefined)
      path.push(at)
      agents = merged.get(at.parentId)
      if (agents !== undefined) break
    }
    if (agents === undefined) agents = at && found.get(at)
    for (const one of path.reverse()) {
      const { agent } = one
      const service = services.get(one)?.service
      if (agent !== undefined && counts.has(agent) && !nearest(agents).includes(agent))
        agents = { agent, up: agents }
      else if (service !== undefined && counts.has(service)) agents = firstly(service, agents)
      found.set(one, agents)
    }
  }
  return found
}

/** Puts an agent before all others, each agent once. If the agent is further above already, it moves to the front. */
function firstly(agent: string, agents: Agents): Agents {
  if (agents?.agent === agent) return agents
  const others = nearest(agents)
  return others.includes(agent) ? inTurns([[agent], others]) : { agent, up: agents }
}

type Known<S> = {
  counts: ReadonlySet<string>
  services: UnnamedServices
  byId: ReadonlyMap<string, readonly S[]>
}

/** Merges lists of agents: the first of each list, then the second of each. No list pushes the agents of another one out. */
function inTurns(lists: readonly string[][]): Agents {
  const names = new Set<string>()
  for (let n = 0; n < NEAREST; n++) for (const { [n]: name } of lists) if (name !== undefined) names.add(name)
  return [...names].reduceRight<Agents>((up, agent) => ({ agent, up }), undefined)
}

/**
 * Returns the nearest agents, at most NEAREST. Without this limit the findings of an export of nested agents would grow with the
 * square of its spans, which they MUST NOT.
 */
export function nearest(agents: Agents): string[] {
  const names: string[] = []
  for (let one = agents; one !== undefined && names.length < NEAREST; one = one.up) names.push(one.agent)
  return names
}

/**
 * Returns the nearest agents for which `isSo` holds, at most NEAREST, among the first LOOKED_AT. Agents for which it does not
 * hold, such as those of a twin of the parent, therefore do not push them out.
 */
export function nearestWhere(agents: Agents, isSo: (agent: string) => boolean): string[] {
  const names: string[] = []
  let one = agents
  for (let n = 0; one !== undefined && n < LOOKED_AT && names.length < NEAREST; n++) {
    if (isSo(one.agent)) names.push(one.agent)
    one = one.up
  }
  return names
}

/**
 * Makes a run for each agent that is the nearest one above a span. Its model is that of the agent's span, else that of the first
 * model call under it.
 *
 * @param spans of one trace, in the order of their start
 * @param above the result of agentsAbove for these spans
 */
export function runsOfAgents(spans: readonly Span[], above: ReadonlyMap<Span, Agents>): RunDraft[] {
  const under = Map.groupBy(spans, (span) => above.get(span)?.agent)
  return [...under].flatMap(([agent, own]) => (agent === undefined ? [] : [runOfAgent(agent, own)]))
}

/** Makes the run of an agent, in addition to the run of its trace. @param own the spans of the agent in a trace, at least one */
export function runOfAgent(agent: string, own: readonly Span[]): RunDraft {
  const named = own.filter(({ report }) => report.agent === agent)
  const { report, traceId } = named[0] ?? own[0]!
  return {
    agentIdentity: agent,
    runRef: ownRef(traceId, agent),
    ...modelOf([...named, ...own]),
    startedAt: dateOf(report.startedAt!),
    status: named.some(({ report }) => report.failed) ? RunStatus.FAILED : RunStatus.COMPLETED,
  }
}

/**
 * Returns the model of the first span that names one. The version is that of the first span with this model that names a version:
 * the calls of a model name the version that answered, and an agent's span may not.
 */
export function modelOf(spans: readonly Span[]): Pick<RunDraft, 'modelName' | 'modelVersion'> {
  const name = spans.find(({ report }) => report.modelName !== undefined)?.report.modelName
  if (name === undefined) return { modelName: null, modelVersion: null }
  const versioned = spans.find(({ report }) => report.modelName === name && report.modelVersion !== undefined)
  return { modelName: name, modelVersion: versioned?.report.modelVersion ?? null }
}

/** Returns the run_ref of an additional run of a trace: one without the events of the trace. */
export function ownRef(traceId: string, agent: string): string {
  return `${traceId}/${shortName(agent)}`
}

/**
 * The number of agents with which a tool is compared, in addition to the agent of the run. Nested agents are a few levels deep.
 */
const NEAREST = 8
const LOOKED_AT = 64
const MAX_SHARED = 4
