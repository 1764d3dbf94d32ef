import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import type { RunDraft } from '../domain/run.ts'
import { newSpans } from '../domain/sent-again.ts'
import { inStartOrder, type Span, type SpanKey } from '../domain/span.ts'
import { eventSpans, isComplete, runOfTrace } from '../domain/trace.ts'
import type { SpanStore, StoredTrace } from '../store/spans.ts'
import { LARGE_BYTES, type WaitingKey } from '../store/waiting-spans.ts'
import { compareEarlierTools } from './earlier-tools.ts'
import { compareMeanwhile, compareSentAgain, type SentAgain } from './meanwhile.ts'
import { otherAgents } from './other-agents.ts'
import { type ReportedOfTrace, withoutReportedBefore } from './reported-before.ts'
import type { SettleContext } from './settle-context.ts'
import { storeEvents } from './store-events.ts'
import { storeRuns } from './store-runs.ts'

/** The outcome of settling: how many runs and events were made, spans wait, and spans were known already. */
type Settled = { runs: number; events: number; waiting: number; repeated: number }

/**
 * Settles spans (below). Calls with spans of one trace at the same time do not see each other's spans: each reads again after it
 * has written, so that the later of them settles the rest.
 *
 * @param reported the spans by the ids of their traces; a trace without any is settled with what waits in it
 */
export async function settle(
  ctx: SettleContext,
  caller: Caller,
  reported: Reported,
  all: boolean,
): Promise<Settled> {
  const settled = await settleOnce(ctx, caller, reported, all)
  const left = await ctx.spans.left(caller.organizationId, [...reported.keys()])
  if (left.length === 0) return settled
  const more = await settleOnce(ctx, caller, new Map(left.map((traceId) => [traceId, []])), all)
  const { runs, events, repeated } = settled
  return { runs: runs + more.runs, events: events + more.events, waiting: settled.waiting, repeated }
}

/** Spans by the ids of their traces in hex. */
type Reported = ReadonlyMap<string, readonly Span[]>

/**
 * Makes runs and events of spans and of those that waited in the same traces; spans of traces without their root wait. It is
 * safe to repeat, also after a crash at any point: a run is recognised by its run_ref, an event by its span. Waiting spans are
 * read once, and many of them only when there is a place for it.
 *
 * @param all whether traces are complete without their root
 * @throws DomainError RATE_LIMITED when too many spans wait
 */
async function settleOnce(
  ctx: SettleContext,
  caller: Caller,
  reported: Reported,
  all: boolean,
): Promise<Settled> {
  const { organizationId } = caller
  const traces = await tracesOf(ctx.spans, organizationId, reported, all)
  const waiting = traces.filter(({ isReady }) => !isReady).flatMap(({ reported }) => reported)
  const kept = waiting.length === 0 ? 0 : await ctx.spans.put(organizationId, caller.actor!, waiting)
  if (kept === undefined) {
    throw new DomainError(Reason.RATE_LIMITED, 'too many spans wait for the roots of their traces', {
      details: { retry_after: 30 },
    })
  }
  const ready = traces.filter(({ isReady }) => isReady)
  const bytes = ready.reduce((sum, { stored }) => sum + (stored?.waitingBytes ?? 0), 0)
  const release = bytes > LARGE_BYTES ? await ctx.spans.large.acquire(organizationId) : undefined
  try {
    const { runs, events, repeated } = await settleReady(ctx, caller, ready)
    return { runs, events, waiting: kept, repeated: repeated + waiting.length - kept }
  } finally {
    release?.()
  }
}

/** Makes runs and events of traces. */
async function settleReady(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly Trace[],
): Promise<{ runs: number; events: number; repeated: number }> {
  const { organizationId } = caller
  const { ready, repeated, sentAgain } = await completed(ctx.spans, organizationId, traces)
  const share = eventLoopShare()
  const eventsOf = new Map<Ready, Awaited<ReturnType<typeof eventSpans>>>()
  for (const trace of ready) eventsOf.set(trace, await eventSpans(trace.fresh, trace.settled, share))
  const runs = await storeRuns(
    ctx,
    caller,
    ready.flatMap(({ run }) => (typeof run === 'string' ? [] : [run])),
  )
  const idOf = (run: RunDraft | string): string => (typeof run === 'string' ? run : runs.ids.get(run.runRef)!)
  const others = await otherAgents(
    ctx,
    caller,
    ready.map((trace) => ({
      traceId: trace.traceId,
      runId: idOf(trace.run),
      fresh: trace.fresh,
      settled: trace.settled,
      calls: eventsOf.get(trace)!.calls,
      draft: typeof trace.run === 'string' ? undefined : trace.run,
    })),
    runs,
  )
  const ofRun = new Map<string, Span[]>()
  const reportedOf = new Map<string, ReportedOfTrace[]>()
  for (const [{ run, traceId, settled }, { calls, same }] of eventsOf) {
    const runId = idOf(run)
    const events = ofRun.get(runId) ?? []
    ofRun.set(runId, events)
    for (const span of calls) events.push(span)
    const some = same.filter(({ span, first }) => others.undocumented(span, first).length > 0)
    if (some.length === 0) continue
    const agent = runs.agents.get(runId) ?? (await ctx.events.run({ organizationId, runId }, false))
    const spans = some.flatMap(({ span, first, settled }) => {
      const agents = others.undocumented(span, first, agent?.agentIdentity)
      return agents.length === 0 ? [] : [{ span, agents, settled }]
    })
    const reported = reportedOf.get(runId) ?? []
    reportedOf.set(runId, reported)
    reported.push({ traceId, spans, settled })
  }
  for (const [runId, traces] of reportedOf) {
    const open = await withoutReportedBefore(ctx, { organizationId, runId }, traces, others.counts)
    for (const span of open) ofRun.get(runId)!.push(span)
  }
  const made = await Promise.all(
    [...ofRun].map(([runId, events]) =>
      storeEvents(
        ctx,
        caller,
        { runId, agent: runs.agents.get(runId) },
        inStartOrder(events),
        others.othersOf,
      ),
    ),
  )
  const known = ready.filter(({ run }) => typeof run === 'string')
  await compareEarlierTools(
    ctx,
    caller,
    known.map(({ traceId, run, fresh, settled }) => ({ traceId, runId: idOf(run), since: fresh, settled })),
  )
  if (ready.length > 0) {
    const done = ready.map(({ run, traceId, fresh }) => ({ traceId, runId: idOf(run), spans: fresh }))
    await ctx.spans.settle(organizationId, done)
    await compareMeanwhile(
      ctx,
      caller,
      ready.map(({ traceId, run, fresh, settled }) => ({ traceId, runId: idOf(run), fresh, settled })),
    )
  }
  await compareSentAgain(ctx, caller, sentAgain)
  // What waited stays until all is compared: where the process ends before, the job for idle traces takes it up.
  const waited = ready.flatMap(({ traceId, waited }) => waited.map(({ key }) => ({ traceId, key })))
  if (waited.length > 0) await ctx.spans.forget(organizationId, waited)
  return { runs: runs.made + others.runs, events: made.reduce((sum, one) => sum + one, 0), repeated }
}

/** A trace of which spans were reported, and whether it can be settled. */
type Trace = {
  traceId: string
  reported: readonly Span[]
  stored: StoredTrace | undefined
  isReady: boolean
}

async function tracesOf(
  store: SpanStore,
  organizationId: string,
  byTrace: Reported,
  all: boolean,
): Promise<Trace[]> {
  const stored = await store.traces(organizationId, [...byTrace.keys()])
  const known = new Map(stored.map((trace) => [trace.traceId, trace]))
  return [...byTrace].map(([traceId, reported]) => {
    const trace = known.get(traceId)
    // A span without a parent never waits: it makes its trace ready.
    const isReady = all || trace?.runId !== undefined || isComplete(reported)
    return { traceId, reported, stored: trace, isReady }
  })
}

/** A trace that can be settled: its run, or the id of it, its spans that are not settled, the keys of what waited, and those that are. */
type Ready = {
  traceId: string
  run: RunDraft | string
  fresh: Span[]
  waited: WaitingKey[]
  settled: SpanKey[]
}

/** The traces with the spans that waited in them, without spans that are in a run already. */
async function completed(
  store: SpanStore,
  organizationId: string,
  traces: readonly Trace[],
): Promise<{ ready: Ready[]; repeated: number; sentAgain: SentAgain[] }> {
  const some = traces.filter(({ stored }) => (stored?.waitingBytes ?? 0) > 0).map(({ traceId }) => traceId)
  const waiting = some.length === 0 ? [] : await store.waiting(organizationId, some)
  const waitingOf = Map.groupBy(waiting, ({ span }) => span.traceId)
  const ready: Ready[] = []
  const sentAgain: SentAgain[] = []
  const share = eventLoopShare()
  let repeated = 0
  for (const { traceId, reported, stored } of traces) {
    const settled = stored?.settled ?? []
    const waited = waitingOf.get(traceId) ?? []
    const found = await newSpans(
      settled,
      waited.map(({ span }) => span),
      reported,
      share,
    )
    repeated += found.repeated
    if (stored?.runId !== undefined && found.again.length > 0)
      sentAgain.push({ traceId, runId: stored.runId, again: found.again, settled })
    const open = inStartOrder(found.fresh)
    if (open.length === 0 && waited.length === 0) continue
    ready.push({ traceId, run: stored?.runId ?? runOfTrace(open), fresh: open, waited, settled })
  }
  return { ready, repeated, sentAgain }
}
