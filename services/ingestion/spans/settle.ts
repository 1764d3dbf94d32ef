import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import type { Span } from '../domain/spans/span.ts'
import { isComplete } from '../domain/spans/trace.ts'
import type { SpanStore } from '../store/spans.ts'
import { LARGE_BYTES } from '../store/waiting-spans.ts'
import type { Trace } from './ready-traces.ts'
import type { SettleContext } from './settle-context.ts'
import { settleReady } from './settle-ready.ts'

/** The numbers of runs and events that were made, of spans that wait, and of spans that were known already. */
type Settled = { runs: number; events: number; waiting: number; repeated: number }

/**
 * Settles spans: makes runs and events of them (docs/otlp.md, "How a trace becomes a run"). Two calls with spans of one trace at
 * the same time do not see each other's spans. One may store spans that wait while the other makes the run. Each therefore reads
 * again after it has written, and settles the spans that still wait.
 *
 * @param reported the spans by the ids of their traces; a trace without spans is settled with the spans that wait in it
 * @param root whether the spans of a trace wait for its root
 */
export async function settle(
  ctx: SettleContext,
  caller: Caller,
  reported: Reported,
  root: MissingRoot,
): Promise<Settled> {
  const settled = await settleOnce(ctx, caller, reported, root)
  const left = await ctx.spans.left(caller.organizationId, [...reported.keys()])
  if (left.length === 0) return settled
  const more = await settleOnce(ctx, caller, new Map(left.map((traceId) => [traceId, []])), root)
  const { runs, events, repeated } = settled
  return { runs: runs + more.runs, events: events + more.events, waiting: settled.waiting, repeated }
}

/** What holds of a root that has not arrived. */
type MissingRoot = 'awaited' | 'given_up'

/** Spans by the ids of their traces in hex. */
type Reported = ReadonlyMap<string, readonly Span[]>

/**
 * Settles the reported spans together with those that waited in the same traces. Spans of a trace whose root has not arrived are
 * stored and wait. A repetition is safe, even after a crash at any point: a run is recognised by its run_ref, an event by its
 * span. Waiting spans of more than LARGE_BYTES are read only when a place for that is free.
 *
 * @throws DomainError RATE_LIMITED when too many spans wait
 */
async function settleOnce(
  ctx: SettleContext,
  caller: Caller,
  reported: Reported,
  root: MissingRoot,
): Promise<Settled> {
  const { organizationId } = caller
  const traces = await tracesOf(ctx.spans, organizationId, reported, root)
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

/** Reads the stored part of each trace, and decides whether the trace can be settled. */
async function tracesOf(
  store: SpanStore,
  organizationId: string,
  byTrace: Reported,
  root: MissingRoot,
): Promise<(Trace & { isReady: boolean })[]> {
  const stored = await store.traces(organizationId, [...byTrace.keys()])
  const known = new Map(stored.map((trace) => [trace.traceId, trace]))
  return [...byTrace].map(([traceId, reported]) => {
    const trace = known.get(traceId)
    // A span without a parent never waits: it makes its trace ready.
    const isReady = root === 'given_up' || trace?.runId !== undefined || isComplete(reported)
    return { traceId, reported, stored: trace, isReady }
  })
}
