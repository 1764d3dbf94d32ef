import { eventLoopShare, mapInTurns, type Share } from '../../kernel/concurrency/event-loop.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import type { Span, SpanKey } from '../domain/spans/span.ts'
import { compareEarlierTools, type TraceOfRun } from './earlier-tools.ts'
import type { SettleContext } from './settle-context.ts'

/** A trace whose `fresh` spans this call has just settled, and the `settled` spans with which it has compared them. */
type SettledNow = { traceId: string; runId: string; fresh: readonly Span[]; settled: readonly SpanKey[] }

/**
 * Reads the traces again and compares the spans that other calls have settled in the meantime. Two calls may settle a tool call
 * and the span of its agent at the same moment, and neither sees the other's span. Since each reads again after it has written,
 * the later one compares both.
 */
export async function compareConcurrent(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly SettledNow[],
): Promise<void> {
  const share = eventLoopShare()
  const open = new Map<string, SettledNow>()
  for (const trace of traces) if (await mayHaveMissed(trace, share)) open.set(trace.traceId, trace)
  if (open.size === 0) return
  const stored = await ctx.spans.traces(caller.organizationId, [...open.keys()])
  const missed: TraceOfRun[] = []
  for (const { traceId, settled: now } of stored) {
    const { runId, fresh, settled } = open.get(traceId)!
    const others = await without(now, [...fresh, ...settled])
    if (others.length === 0) continue
    missed.push(
      { traceId, runId, since: others, settled: [...settled, ...fresh] },
      { traceId, runId, since: fresh, settled: [...settled, ...others] },
    )
  }
  await compareEarlierTools(ctx, caller, missed)
}

/** A trace in which settled spans were sent again: these spans, and all settled spans of the trace. */
export type ResentSpans = {
  traceId: string
  runId: string
  again: readonly Span[]
  settled: readonly SpanKey[]
}

/**
 * Compares spans that were sent again with the other settled spans of their trace. A call that failed between settling and
 * reading again has not compared its spans with those that other calls settled meanwhile. Its exporter got no success and sends
 * the same spans again. Claims keep a finding from being written twice.
 */
export async function compareResent(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly ResentSpans[],
): Promise<void> {
  const open: TraceOfRun[] = []
  for (const { traceId, runId, again, settled } of traces) {
    // A twin of such a span says something else, and stays among the others.
    const others = await without(settled, again.flatMap(asSettled))
    open.push(
      { traceId, runId, since: again, settled: others },
      { traceId, runId, since: others, settled: again },
    )
  }
  await compareEarlierTools(ctx, caller, open)
}

/**
 * Whether another call may have settled a span with which these spans have to be compared: there is a tool or an agent among them,
 * or a span above them is not known. A tool call counts even if all spans above it are known, because a twin of one of them may
 * arrive at the same time. Shares the event loop.
 */
export async function mayHaveMissed(
  { fresh, settled }: Pick<SettledNow, 'fresh' | 'settled'>,
  share: Share,
): Promise<boolean> {
  if (fresh.some(({ agent, tool }) => agent !== undefined || tool !== undefined)) return true
  const parentsOf = new Map<string, Set<string>>()
  for (const { id, parentId } of [...fresh, ...settled]) {
    const turn = share()
    if (turn !== undefined) await turn
    const parents = parentsOf.get(id)
    if (parents === undefined) parentsOf.set(id, new Set([parentId]))
    else parents.add(parentId)
  }
  // Ids that are added to the set during the loop are visited too, each once.
  const above = new Set(fresh.map(({ parentId }) => parentId))
  above.delete('')
  for (const id of above) {
    const turn = share()
    if (turn !== undefined) await turn
    const parents = parentsOf.get(id)
    if (parents === undefined) return true
    for (const parentId of parents) if (parentId !== '') above.add(parentId)
  }
  return false
}

/**
 * Returns the key of a span as it is stored now, and the keys as earlier versions stored them, with fewer fields (sent-again.ts).
 */
function asSettled({ id, parentId, tool, call, content, origin, agent }: Span): SpanKey[] {
  const key = { id, parentId, tool, call, content, origin, agent }
  return [key, { ...key, origin: undefined }, { ...key, content: undefined, origin: undefined }]
}

async function without(spans: readonly SpanKey[], some: readonly SpanKey[]): Promise<SpanKey[]> {
  const names = new Set(await mapInTurns(some, nameOf))
  const own = await mapInTurns(spans, nameOf)
  return spans.filter((_, i) => !names.has(own[i]!))
}

function nameOf({ id, parentId, tool, call, content, origin }: SpanKey): string {
  return JSON.stringify([id, parentId, tool, call, content, origin])
}
