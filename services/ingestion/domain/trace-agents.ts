import { RunStatus } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { dateOf } from '../../kernel/values/time.ts'
import type { RunDraft } from './run.ts'
import { type Span, type SpanKey, shortName } from './span.ts'
import type { UnnamedServices } from './unnamed-services.ts'

/** The agents whose spans are ancestors of a span, the nearest first; undefined where there is none. */
export type Agents = { agent: string; up: Agents | undefined } | undefined

/** The agents that spans name. */
export function namedAgents(spans: readonly Pick<SpanKey, 'agent'>[]): Set<string> {
  const names = new Set<string>()
  for (const { agent } of spans) if (agent !== undefined) names.add(agent)
  return names
}

/**
 * Finds for each span the agents above it, itself included, as far as the given spans connect them. Where several spans have the
 * ids of a parent (sent-again.ts), the span belongs to the agents of all of them.
 *
 * @param spans of one trace
 * @param counts the agents that are looked for: the work for a span grows with their number
 * @param services those that count as the agents of their spans
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
  // Each time reaches past one more id that several spans have.
  for (let n = 0; n < Math.min(shared.length, MOST_SHARED); n++) {
    const merged = new Map(
      shared.map(([id, twins]) => [id, inTurns(twins.map((one) => nearest(found.get(one))))]),
    )
    found = agentsOnce(spans, known, merged)
  }
  return found
}

/** @param merged the agents of the ids that several spans have; where it has none, those of the first span */
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

/** The agents with one as the nearest, also where it is further above, and each once. */
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

/** The nearest of each list before the second of any, so that none pushes another one's out. */
function inTurns(lists: readonly string[][]): Agents {
  const names = new Set<string>()
  for (let n = 0; n < NEAREST; n++) for (const { [n]: name } of lists) if (name !== undefined) names.add(name)
  return [...names].reduceRight<Agents>((up, agent) => ({ agent, up }), undefined)
}

/** The nearest of the agents, each once. The findings of an export of nested agents MUST NOT grow with the square of its spans. */
export function nearest(agents: Agents): string[] {
  const names: string[] = []
  for (let one = agents; one !== undefined && names.length < NEAREST; one = one.up) names.push(one.agent)
  return names
}

/**
 * The nearest agents for which `isSo` holds, among the first LOOKED_AT. Agents of other spans with the same parent's ids therefore
 * do not push them out.
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
 * For each agent in `above` a run of its own: the model that the agent's span or the first model call under it asked for.
 *
 * @param spans of one trace, in the order of their start
 * @param above what agentsAbove gives for them
 */
export function runsOfAgents(spans: readonly Span[], above: ReadonlyMap<Span, Agents>): RunDraft[] {
  const under = Map.groupBy(spans, (span) => above.get(span)?.agent)
  return [...under].flatMap(([agent, own]) => (agent === undefined ? [] : [runOfAgent(agent, own)]))
}

/** @param own the spans of the agent in a trace, at least one */
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
 * The model that the first of these spans asked for that names one. Which version answered, the calls of the model say, and not the span of
 * the agent: it is that of the first span with the model that tells one.
 */
export function modelOf(spans: readonly Span[]): Pick<RunDraft, 'modelName' | 'modelVersion'> {
  const name = spans.find(({ report }) => report.modelName !== undefined)?.report.modelName
  if (name === undefined) return { modelName: null, modelVersion: null }
  const versioned = spans.find(({ report }) => report.modelName === name && report.modelVersion !== undefined)
  return { modelName: name, modelVersion: versioned?.report.modelVersion ?? null }
}

/** The run_ref of a run that a trace has beside the one of its events. */
export function ownRef(traceId: string, agent: string): string {
  return `${traceId}/${shortName(agent)}`
}

/** Limit of agents beside that of the run. Nested agents are a few levels deep. */
const NEAREST = 8
const LOOKED_AT = 64
const MOST_SHARED = 4
