import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import type { RunDraft } from '../domain/run.ts'
import { newSpans } from '../domain/spans/sent-again.ts'
import { inStartOrder, type Span, type SpanKey } from '../domain/spans/span.ts'
import { runOfTrace } from '../domain/spans/trace.ts'
import type { SpanStore, StoredTrace } from '../store/spans.ts'
import type { WaitingKey } from '../store/waiting-spans.ts'
import type { ResentSpans } from './compare-concurrent.ts'

/** A trace, the spans of it that were reported, and the stored part of it. */
export type Trace = {
  traceId: string
  reported: readonly Span[]
  stored: StoredTrace | undefined
}

/** A trace that can be settled. */
export type Ready = {
  traceId: string
  /** The run that it makes, or the id of the run that is stored. */
  run: RunDraft | string
  /** The spans that are not settled yet, in the order of their start. */
  fresh: Span[]
  /** The keys of the spans that waited. */
  waited: WaitingKey[]
  settled: SpanKey[]
}

/**
 * Adds to each trace the spans that waited in it, and leaves out the spans that are settled already. Settled spans that were sent
 * again are returned in `sentAgain`, to be compared once more (compare-concurrent.ts).
 */
export async function readyTraces(
  store: SpanStore,
  organizationId: string,
  traces: readonly Trace[],
): Promise<{ ready: Ready[]; repeated: number; sentAgain: ResentSpans[] }> {
  const some = traces.filter(({ stored }) => (stored?.waitingBytes ?? 0) > 0).map(({ traceId }) => traceId)
  const waiting = some.length === 0 ? [] : await store.waiting(organizationId, some)
  const waitingOf = Map.groupBy(waiting, ({ span }) => span.traceId)
  const ready: Ready[] = []
  const sentAgain: ResentSpans[] = []
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
