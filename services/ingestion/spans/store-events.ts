import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId, mintIds } from '../../kernel/values/ids.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { type EventDraft, eventRecords, findingsOfEvents } from '../domain/event.ts'
import { eventPlaces, freePlace } from '../domain/event-places.ts'
import { type Span, spanName } from '../domain/span.ts'
import { eventDrafts } from '../domain/trace.ts'
import { writeOf } from '../domain/write.ts'
import type { RunAgent } from '../store/events.ts'
import { persist } from '../store/persist.ts'
import type { SettleContext } from './settle-context.ts'

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
  const stored = { made: 0, wasTaken: false }
  for (let i = 0; i < drafts.length; i += LIMITS.eventBatch)
    await storeBatch(ctx, caller, run, drafts.slice(i, i + LIMITS.eventBatch), stored)
  return stored.made
}

/** A run, and its agent where this call has made it. */
type KnownRun = { runId: string; agent: RunAgent | undefined }
type Draft = { event: EventDraft; span: Span }

/**
 * Once a place was taken, the batches that follow are compared with what is there before they are written: their places follow from those
 * of the first.
 */
async function storeBatch(
  ctx: SettleContext,
  caller: Caller,
  run: KnownRun,
  drafts: Draft[],
  stored: { made: number; wasTaken: boolean },
): Promise<void> {
  let left = drafts
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (stored.wasTaken) left = await movedOn(ctx, caller.organizationId, run.runId, left)
    if (left.length === 0) return
    const events = left.map(({ event }) => event)
    if (await append(ctx, caller, run, events)) {
      stored.made += left.length
      return
    }
    stored.wasTaken = true
  }
  throw new DomainError(Reason.UNAVAILABLE, 'the events of the run change too fast')
}

/** The drafts without those whose event is there, each at the first of its places that no other event has. */
async function movedOn(
  ctx: SettleContext,
  organizationId: string,
  runId: string,
  drafts: Draft[],
): Promise<Draft[]> {
  const places = new Set(drafts.flatMap(({ span }) => [...eventPlaces(span)]))
  const taken = await ctx.spans.spansAt(organizationId, runId, [...places])
  const there = new Set(taken.values())
  const used = new Set(taken.keys())
  return drafts
    .filter(({ span }) => !there.has(spanName(span)))
    .map(({ event, span }) => {
      const seq = freePlace(span, used)
      if (seq === undefined)
        throw new DomainError(Reason.UNAVAILABLE, 'the run has too many events of one moment')
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

/** Other calls may take the places that were free. */
const ATTEMPTS = 10
