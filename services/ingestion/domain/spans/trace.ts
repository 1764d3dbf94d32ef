import { EventType, RunStatus } from '../../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { type SpanReport, SpanRole } from '../../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { mapInTurns, type Share } from '../../../kernel/concurrency/event-loop.ts'
import { dateOf } from '../../../kernel/values/time.ts'
import type { EventDraft } from '../event.ts'
import type { RunDraft } from '../run.ts'
import { freePlace } from './event-places.ts'
import { SameCalls } from './same-calls.ts'
import type { Span, SpanKey } from './span.ts'
import { agentsAbove, modelOf, namedAgents } from './trace-agents.ts'

/** A trace of an organization, its id in hex. */
export type TraceKey = { organizationId: string; traceId: string }

/**
 * Whether a trace can become a run: one of the spans has no parent in its process. Such a span ends after all others of its
 * process. If its parent is in another process and it names no agent, it may belong to a server that the agent calls, such as a
 * gateway of models. It then counts only together with a span of an agent.
 */
export function isComplete(spans: readonly Span[]): boolean {
  let served = false
  let agent = false
  for (const { report, parentId } of spans) {
    if (report.root && (parentId === '' || report.role !== SpanRole.ROOT)) return true
    served ||= report.root
    agent ||= report.role === SpanRole.AGENT
  }
  return served && agent
}

/**
 * Returns the run that a trace becomes (docs/otlp.md, "What runs and events are made of").
 *
 * @param spans at least one, in the order of their start
 */
export function runOfTrace(spans: readonly Span[]): RunDraft {
  const reports = spans.map(({ report }) => report)
  const agent = reports.find(({ role }) => role === SpanRole.AGENT)
  const root = reports.find((report) => report.root)
  const service = reports.find((report) => report.service !== undefined)?.service
  const conversation = reports.find((report) => report.conversation !== undefined)?.conversation
  return {
    agentIdentity: agent?.agent ?? root?.agent ?? root?.service ?? service ?? UNKNOWN_AGENT,
    // The conversation that the trace belongs to, else the trace.
    runRef: conversation ?? spans[0]!.traceId,
    ...modelOfTrace(spans, agent),
    startedAt: dateOf(reports[0]!.startedAt!),
    status: agent?.failed || root?.failed ? RunStatus.FAILED : RunStatus.COMPLETED,
  }
}

/**
 * Returns the model that the agent's span asked for, else that of the first span that names a model. The version comes from the
 * spans of the same agent, not from those of other agents.
 */
function modelOfTrace(
  spans: readonly Span[],
  agent: SpanReport | undefined,
): Pick<RunDraft, 'modelName' | 'modelVersion'> {
  const first =
    agent?.modelName === undefined
      ? spans.find(({ report }) => report.modelName !== undefined)
      : spans.find(({ report }) => report === agent)
  if (first === undefined) return { modelName: null, modelVersion: null }
  const above = agentsAbove(spans, namedAgents(spans))
  const asking = above.get(first)?.agent ?? agent?.agent
  const isOthers = (span: Span): boolean => (above.get(span)?.agent ?? asking) !== asking
  return modelOf([first, ...spans.filter((span) => !isOthers(span))])
}

/**
 * Finds the events among the fresh spans of a trace (docs/otlp.md, "How a trace becomes a run"). Shares the event loop.
 *
 * @param fresh in the order of their start
 * @param known the settled spans of the trace
 * @returns `calls`: the spans that become events, which are decisions and tool calls, each call once. `same`: the spans that
 * report a call which another span reported first. That span is `first` if it is fresh too. If it is settled, `settled` has it
 * and the settled spans above it that report the same call.
 */
export async function eventSpans(
  fresh: readonly Span[],
  known: readonly SpanKey[],
  share: Share,
): Promise<{ calls: Span[]; same: { span: Span; first: Span | undefined; settled: SpanKey[] }[] }> {
  const tools = fresh.filter(({ report }) => report.role === SpanRole.TOOL_CALL)
  const byId = await SameCalls.of<SpanKey>([...known, ...tools], ({ id }) => id, share)
  const below = await SameCalls.of(known, ({ parentId }) => parentId, share)
  const byCall = new Map<string | undefined, SpanKey>(known.map((key) => [callName(key), key]))
  const decisions = new Set(known.map((key) => decisionTexts(key)[0]))
  const isFresh = new Set<SpanKey>(tools)
  const calls: Span[] = []
  const same = new Map<Span, Span | undefined>()
  const settledOf = new Map<Span, SpanKey>()
  for (const span of fresh) {
    const turn = share()
    if (turn !== undefined) await turn
    const { role } = span.report
    if (!EVENT_TYPES.has(role)) continue
    if (role !== SpanRole.TOOL_CALL) {
      if (span.twin === undefined || !decisionTexts(span).some((text) => decisions.has(text)))
        calls.push(span)
      decisions.add(decisionTexts(span)[0])
      continue
    }
    const first = firstOf(span, { byId, below, byCall })
    if (first !== undefined) {
      same.set(span, isFresh.has(first) ? (first as Span) : undefined)
      if (!isFresh.has(first)) settledOf.set(span, first)
    } else {
      calls.push(span)
      if (span.call !== undefined) byCall.set(callName(span), span)
    }
  }
  for (const span of await inRings(same, share)) {
    same.delete(span)
    calls.push(span)
  }
  const settledById = await SameCalls.of(known, ({ id }) => id, share)
  return {
    calls,
    same: [...same].map(([span, first]) => ({
      span,
      first,
      settled: upwards(settledOf.get(span), settledById),
    })),
  }
}

/** Returns a settled span and the settled spans above it that report the same call, the nearest first. */
function upwards(first: SpanKey | undefined, byId: Calls): SpanKey[] {
  const found: SpanKey[] = []
  for (let at = first; at !== undefined && found.length < MAX_ABOVE; at = byId.find(at.parentId, at))
    found.push(at)
  return found
}

/** Finds rings of spans that have each other as `first`, and returns one span of each ring: it becomes the event. */
async function inRings(same: ReadonlyMap<Span, Span | undefined>, share: Share): Promise<Span[]> {
  const found: Span[] = []
  const done = new Set<Span>()
  for (const span of same.keys()) {
    const turn = share()
    if (turn !== undefined) await turn
    const path = new Set<Span>()
    let at: Span | undefined = span
    for (; at !== undefined && !done.has(at) && !path.has(at); at = same.get(at)) path.add(at)
    if (at !== undefined && path.has(at)) found.push(at)
    for (const one of path) done.add(one)
  }
  return found
}

/**
 * Returns the span that reported the same call first. All spans that are compared name the same tool. In this order: the parent,
 * a child (the spans of an agent, a client and a server for one call follow each other), a span with the same ids (for a twin), a
 * span with the same call id.
 */
function firstOf(
  span: Span,
  { byId, below, byCall }: { byId: Calls; below: Calls; byCall: ReadonlyMap<string | undefined, SpanKey> },
): SpanKey | undefined {
  return (
    byId.find(span.parentId, span) ??
    below.find(span.id, span) ??
    (span.twin === undefined ? undefined : byId.find(span.id, span)) ??
    (span.call === undefined ? undefined : byCall.get(callName(span)))
  )
}

type Calls = SameCalls<SpanKey>

/**
 * Returns the events of spans that are in the order of their start. `seq` is the start in microseconds since 1970, or a later one
 * where another event of these spans has it (event-places.ts). An event that arrives late therefore still has its place in the
 * order. Shares the event loop.
 */
export async function eventDrafts(spans: readonly Span[]): Promise<EventDraft[]> {
  const used = new Set<number>()
  return await mapInTurns(spans, (span) => {
    const { report, payload } = span
    const seq = freePlace(span, used)!
    used.add(seq)
    return {
      seq,
      eventType: EVENT_TYPES.get(report.role)!,
      toolName: report.toolName,
      occurredAt: dateOf(report.startedAt!),
      payload,
    }
  })
}

/**
 * Returns two texts of what a span says without its parent: the full one, and one as for a span that an earlier version settled.
 * A decision that differs from another one only in its parent was sent again: its parent depends on which spans the export holds
 * between the two. Ids and short names have no space.
 */
function decisionTexts({ id, tool = '', call = '', content = '' }: SpanKey): [string, string] {
  return [`${id} ${tool} ${call} ${content}`, `${id} ${tool} ${call} `]
}

/** The key of `byCall`. Short names have no space. */
function callName({ tool, call }: SpanKey): string | undefined {
  return call === undefined ? undefined : `${call} ${tool}`
}

const EVENT_TYPES = new Map<SpanRole, EventType>([
  [SpanRole.TOOL_CALL, EventType.TOOL_CALL],
  [SpanRole.APPROVAL, EventType.APPROVAL],
  [SpanRole.REJECTION, EventType.REJECTION],
])
/** Limit of the spans of one call that are followed upwards: those of an agent, a client and a server, and a few between. */
const MAX_ABOVE = 8
const UNKNOWN_AGENT = 'unknown'
