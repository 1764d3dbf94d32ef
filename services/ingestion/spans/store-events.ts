import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId, mintIds } from '../../kernel/values/ids.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { type EventDraft, eventRecords, findingsOfEvents } from '../domain/event.ts'
import { type Span, spanName } from '../domain/span.ts'
import { eventDrafts } from '../domain/trace.ts'
import { writeOf } from '../domain/write.ts'
import type { RunAgent } from '../store/events.ts'
import { persist } from '../store/persist.ts'
import type { SettleContext } from './settle.ts'

/**
 * Stores the events of spans that have none yet, each commit with an audit entry of its own.
 *
 * @param spans in the order of their start
 * @returns how many were made
 */
export async function storeEvents(
  ctx: SettleContext,
  caller: Caller,
  run: KnownRun,
  spans: Span[],
): Promise<number> {
  const drafts = eventDrafts(spans).map((event, i) => ({ event, span: spans[i]! }))
  let made = 0
  for (let i = 0; i < drafts.length; i += LIMITS.eventBatch)
    made += await storeBatch(ctx, caller, run, drafts.slice(i, i + LIMITS.eventBatch))
  return made
}

/** A run, and its agent where this call has made it. */
type KnownRun = { runId: string; agent: RunAgent | undefined }
type Draft = { event: EventDraft; span: Span }

async function storeBatch(
  ctx: SettleContext,
  caller: Caller,
  run: KnownRun,
  drafts: Draft[],
): Promise<number> {
  let left = drafts
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (left.length === 0) return 0
    if (
      await append(
        ctx,
        caller,
        run,
        left.map(({ event }) => event),
      )
    )
      return left.length
    left = await movedOn(ctx, caller.organizationId, run.runId, left)
  }
  throw new DomainError(Reason.UNAVAILABLE, 'the events of the run change too fast')
}

/** The drafts without those whose event is there, each at a seq that no other event has. */
async function movedOn(
  ctx: SettleContext,
  organizationId: string,
  runId: string,
  drafts: Draft[],
): Promise<Draft[]> {
  const taken = await ctx.spans.spansAt(
    organizationId,
    runId,
    drafts.flatMap(({ event }) => Array.from({ length: STEPS }, (_, step) => event.seq + step)),
  )
  const there = new Set(taken.values())
  const used = new Set(taken.keys())
  return drafts
    .filter(({ span }) => !there.has(spanName(span)))
    .map(({ event, span }) => {
      let { seq } = event
      while (used.has(seq)) seq += 1
      used.add(seq)
      return { event: { ...event, seq }, span }
    })
}

async function append(
  ctx: SettleContext,
  caller: Caller,
  { runId, agent: known }: KnownRun,
  drafts: EventDraft[],
): Promise<boolean> {
  const { organizationId } = caller
  return await persist(async (again) => {
    const stored = again || known === undefined
    const agent = stored ? await ctx.events.run({ organizationId, runId }, again) : known
    if (agent === undefined) throw new DomainError(Reason.UNAVAILABLE, 'the run is not there yet')
    const { agentIdentity, profile } = agent
    const at = ctx.clock.now()
    const ids = mintIds(at, drafts.length)
    const texts = eventRecords(organizationId, runId, drafts, ids, at)
    const found = findingsOfEvents(agentIdentity, profile, drafts, ids)
    const tools = drafts.some(({ toolName }) => toolName !== undefined)
    return await ctx.events.append({
      ...writeOf(caller, at, 'agent-events', texts, found, { id: mintId(at) }),
      runId,
      ids,
      texts,
      seqs: drafts.map(({ seq }) => seq),
      expectation: tools ? { organizationId, agentIdentity, profile } : undefined,
    })
  })
}

const ATTEMPTS = 10
/** How far apart events of one microsecond are looked for. */
const STEPS = 8
