import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { inStartOrder } from '../domain/spans/span.ts'
import { eventSpans } from '../domain/spans/trace.ts'
import { compareConcurrent, compareResent } from './compare-concurrent.ts'
import { compareEarlierTools } from './earlier-tools.ts'
import { eventsByRun, type TraceInRun } from './events-by-run.ts'
import { type OtherAgents, otherAgents } from './other-agents.ts'
import { type Ready, readyTraces, type Trace } from './ready-traces.ts'
import type { SettleContext } from './settle-context.ts'
import { storeEvents } from './store-events.ts'
import { type StoredRuns, storeRuns } from './store-runs.ts'

/**
 * Settles traces (docs/otlp.md, "How a trace becomes a run"): stores their runs, finds and compares their other agents, stores
 * their events, compares settled tools with new agents, and marks the fresh spans as settled. Spans that other calls may have
 * settled at the same time are compared last.
 */
export async function settleReady(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly Trace[],
): Promise<{ runs: number; events: number; repeated: number }> {
  const { organizationId } = caller
  const { ready, repeated, sentAgain } = await readyTraces(ctx.spans, organizationId, traces)
  const found = await eventsOf(ready)
  const drafts = ready.flatMap(({ run }) => (typeof run === 'string' ? [] : [run]))
  const runs = await storeRuns(ctx, caller, drafts)
  const inRuns = ready.map((trace, i) => ({ ...trace, runId: runIdOf(trace, runs), events: found[i]! }))
  const others = await otherAgents(
    ctx,
    caller,
    inRuns.map(({ traceId, runId, fresh, settled, events: { calls }, run }) => {
      const draft = typeof run === 'string' ? undefined : run
      return { traceId, runId, fresh, settled, calls, draft }
    }),
    runs,
  )
  const events = await storeAll(ctx, caller, inRuns, runs, others)
  const ofStoredRuns = inRuns.filter(({ run }) => typeof run === 'string')
  await compareEarlierTools(
    ctx,
    caller,
    ofStoredRuns.map(({ traceId, runId, fresh, settled }) => ({ traceId, runId, since: fresh, settled })),
  )
  if (inRuns.length > 0) await markSettled(ctx, caller, inRuns)
  await compareResent(ctx, caller, sentAgain)
  // Waiting spans stay stored until everything is compared. If the process ends earlier, the job for idle traces compares them.
  const waited = ready.flatMap(({ traceId, waited }) =>
    waited.map(({ key, arrived }) => ({ traceId, key, arrived })),
  )
  if (waited.length > 0) await ctx.spans.deleteWaiting(organizationId, waited)
  return { runs: runs.made + others.runs, events, repeated }
}

/** Finds the events among the fresh spans of each trace. */
async function eventsOf(ready: readonly Ready[]): Promise<TraceInRun['events'][]> {
  const share = eventLoopShare()
  const found: TraceInRun['events'][] = []
  for (const { fresh, settled } of ready) found.push(await eventSpans(fresh, settled, share))
  return found
}

function runIdOf({ run }: Ready, { ids }: StoredRuns): string {
  return typeof run === 'string' ? run : ids.get(run.runRef)!
}

/** Stores the events of the traces, all runs at the same time. @returns how many were made */
async function storeAll(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly TraceInRun[],
  runs: StoredRuns,
  others: OtherAgents,
): Promise<number> {
  const byRun = await eventsByRun(ctx, caller.organizationId, traces, runs, others)
  const made = await Promise.all(
    [...byRun].map(([runId, spans]) => {
      const run = { runId, agent: runs.agents.get(runId) }
      return storeEvents(ctx, caller, run, inStartOrder(spans), others.othersOf)
    }),
  )
  return made.reduce((sum, one) => sum + one, 0)
}

/** Marks the fresh spans as settled, then compares them with spans that other calls have settled in the meantime. */
async function markSettled(
  ctx: SettleContext,
  caller: Caller,
  traces: readonly (Ready & { runId: string })[],
): Promise<void> {
  const done = traces.map(({ traceId, runId, fresh }) => ({ traceId, runId, spans: fresh }))
  await ctx.spans.settle(caller.organizationId, done)
  const compared = traces.map(({ traceId, runId, fresh, settled }) => ({ traceId, runId, fresh, settled }))
  await compareConcurrent(ctx, caller, compared)
}
