import { eventLoopShare, mapInTurns, type Share } from '../../kernel/concurrency/event-loop.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import type { Span, SpanKey } from '../domain/span.ts'
import { compareEarlierTools, type TraceOfRun } from './earlier-tools.ts'
import type { SettleContext } from './settle-context.ts'

/** A trace whose fresh spans are settled now, and the spans with which they were compared. */
type SettledNow = { traceId: string; runId: string; fresh: readonly Span[]; settled: readonly SpanKey[] }

/**
 * Two calls may settle a tool call and the span of its agent at the same moment, and neither sees the other's span. Each therefore
 * reads again after it has written, so that the later one compares both.
 */
export async function compareMeanwhile(
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

/** A trace whose settled spans were sent again, and all its settled spans. */
export type SentAgain = {
  traceId: string
  runId: string
  again: readonly Span[]
  settled: readonly SpanKey[]
}

/**
 * Compares spans that were sent again. A call that failed between settling and reading again has not compared its spans with those
 * that others settled meanwhile. Its exporter got no answer and sends the same spans again. What was found before is not found
 * twice.
 */
export async function compareSentAgain(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly SentAgain[],
): Promise<void> {
  const open: TraceOfRun[] = []
  for (const { traceId, runId, again, settled } of traces) {
    // A span that has the ids of another span and says something else stays among the others.
    const others = await without(settled, again.flatMap(asSettled))
    open.push(
      { traceId, runId, since: again, settled: others },
      { traceId, runId, since: others, settled: again },
    )
  }
  await compareEarlierTools(ctx, caller, open)
}

/**
 * Whether another call may have settled something that these spans have to be compared with: a tool or an agent is among them, or a
 * span above them is not known. A tool call counts even where all spans above it are known, because another span with the ids of
 * one of them may arrive at this moment. Other work of the event loop continues meanwhile.
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
  // A set also has what is added while it is read: each id once.
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

/** The key of a span as it is stored now, and as earlier versions stored it, with less in it (sent-again.ts). */
function asSettled({ id, parentId, tool, call, said, from, agent }: Span): SpanKey[] {
  const key = { id, parentId, tool, call, said, from, agent }
  return [key, { ...key, from: undefined }, { ...key, said: undefined, from: undefined }]
}

async function without(spans: readonly SpanKey[], some: readonly SpanKey[]): Promise<SpanKey[]> {
  const names = new Set(await mapInTurns(some, nameOf))
  const own = await mapInTurns(spans, nameOf)
  return spans.filter((_, i) => !names.has(own[i]!))
}

function nameOf({ id, parentId, tool, call, said, from }: SpanKey): string {
  return JSON.stringify([id, parentId, tool, call, said, from])
}
