import { EventType, RunStatus } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { type SpanReport, SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { mapInTurns, type Share } from '../../kernel/concurrency/event-loop.ts'
import { dateOf } from '../../kernel/values/time.ts'
import type { EventDraft } from './event.ts'
import { freePlace } from './event-places.ts'
import type { RunDraft } from './run.ts'
import { SameCalls } from './same-calls.ts'
import type { Span, SpanKey } from './span.ts'
import { agentsAbove, modelOf, namedAgents } from './trace-agents.ts'

/** A trace of an organization, its id in hex. */
export type TraceKey = { organizationId: string; traceId: string }

/**
 * Whether a trace can become a run: a span without a parent in its process is there. It ends after all others. Under a span of
 * another process it may belong to a server which the agent calls, a gateway of models or of tools. It then counts only beside a
 * span of an agent.
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

/** The run that a trace becomes (docs/otlp.md, "A trace becomes a run"). @param spans at least one, in the order of their start */
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
 * The model that the span of the agent, else the first span that names one, asked for. Its version is named by the calls of the same agent, not by
 * those of others.
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
 * The spans among the new ones that become events: decisions, and tool calls, each call once. `same` has the spans that report a
 * call which another span reported first. Their `first` is that span if it is new too. Otherwise `settled` has that settled span
 * and those above it that report the call. Other work of the event loop continues meanwhile.
 *
 * @param fresh in the order of their start
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
  const said = new Set(known.map((key) => sayings(key)[0]))
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
      if (span.twin === undefined || !sayings(span).some((text) => said.has(text))) calls.push(span)
      said.add(sayings(span)[0])
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

/** A settled span and those above it that report the same call, the nearest first. */
function upwards(first: SpanKey | undefined, byId: Calls): SpanKey[] {
  const found: SpanKey[] = []
  for (let at = first; at !== undefined && found.length < MOST_ABOVE; at = byId.find(at.parentId, at))
    found.push(at)
  return found
}

/** Of spans that name each other as the first that reported their call, one. */
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
 * The span that reported the same call before: the one above it or below it, as those of a client, a server and the agent itself follow each
 * other, one with its call's id, or one with its own ids.
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
 * The events of spans in the order of their start: `seq` is the start in microseconds since 1970, moved on where another has it
 * (event-places.ts), so that an event that arrives late still has its place. The event loop is shared.
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
 * What a span says but for its parent, and that as of a span which an earlier version settled. A decision that differs from another one in its
 * parent alone is sent again: which spans an export has between the two decides that. Ids and short names have no space.
 */
function sayings({ id, tool = '', call = '', said = '' }: SpanKey): [string, string] {
  return [`${id} ${tool} ${call} ${said}`, `${id} ${tool} ${call} `]
}

/** Short names have no space. */
function callName({ tool, call }: SpanKey): string | undefined {
  return call === undefined ? undefined : `${call} ${tool}`
}

const EVENT_TYPES = new Map<SpanRole, EventType>([
  [SpanRole.TOOL_CALL, EventType.TOOL_CALL],
  [SpanRole.APPROVAL, EventType.APPROVAL],
  [SpanRole.REJECTION, EventType.REJECTION],
])
/** Spans of one call: those of an agent, a client and a server, and a few between. */
const MOST_ABOVE = 8
const UNKNOWN_AGENT = 'unknown'
