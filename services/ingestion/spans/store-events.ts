import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId, mintIds } from '../../kernel/values/ids.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { type EventDraft, eventRecords, findingsOfEvents } from '../domain/event.ts'
import type { Profile } from '../domain/profile.ts'
import { eventPlaces, freePlace } from '../domain/spans/event-places.ts'
import { eventName, type Span } from '../domain/spans/span.ts'
import { eventDrafts } from '../domain/spans/trace.ts'
import { writeOf } from '../domain/write.ts'
import { type Claim, claimOf } from '../store/claims.ts'
import type { RunAgent } from '../store/events.ts'
import { persist } from '../store/persist.ts'
import type { OthersOf } from './other-agents.ts'
import type { SettleContext } from './settle-context.ts'

/**
 * Stores the events of spans that have none yet. Each commit has a separate audit entry.
 *
 * @param spans in the order of their start
 * @param othersOf returns the agents, besides that of the run, with whose profiles the tool of a span is compared
 * @returns how many were made
 */
export async function storeEvents(
  ctx: SettleContext,
  caller: Caller,
  run: KnownRun,
  spans: Span[],
  othersOf: OthersOf,
): Promise<number> {
  const drafts = (await eventDrafts(spans)).map((event, i) => ({ event, span: spans[i]! }))
  const stored = { made: 0, wasTaken: false }
  for (let i = 0; i < drafts.length; i += LIMITS.eventBatch)
    await storeBatch(ctx, caller, { ...run, othersOf }, drafts.slice(i, i + LIMITS.eventBatch), stored)
  return stored.made
}

/** A run, and its agent if this call has made the run. */
type KnownRun = { runId: string; agent: RunAgent | undefined }
type ComparedRun = KnownRun & { othersOf: OthersOf }
type Draft = { event: EventDraft; span: Span }

/**
 * Stores a batch of events. Once a place was taken by another event, this batch and those that follow are compared with the
 * stored events before they are written.
 */
async function storeBatch(
  ctx: SettleContext,
  caller: Caller,
  run: ComparedRun,
  drafts: Draft[],
  stored: { made: number; wasTaken: boolean },
): Promise<void> {
  let left = drafts
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (stored.wasTaken) left = await movedOn(ctx, caller.organizationId, run.runId, left)
    if (left.length === 0) return
    if (await append(ctx, caller, run, left)) {
      stored.made += left.length
      return
    }
    stored.wasTaken = true
  }
  throw new DomainError(Reason.UNAVAILABLE, 'the events of the run change too fast')
}

/** Returns the drafts whose event is not stored yet, each at the first of its places that no other event has. */
async function movedOn(
  ctx: SettleContext,
  organizationId: string,
  runId: string,
  drafts: Draft[],
): Promise<Draft[]> {
  const places = new Set(drafts.flatMap(({ span }) => [...eventPlaces(span)]))
  const stored = await ctx.spans.spansAt(organizationId, runId, [...places])
  const names = new Set(stored.values())
  const used = new Set(stored.keys())
  return drafts
    .filter(({ span }) => !names.has(eventName(span)))
    .map(({ event, span }) => {
      const seq = freePlace(span, used)
      if (seq === undefined)
        throw new DomainError(Reason.UNAVAILABLE, 'the run has too many events with the same time')
      used.add(seq)
      return { event: { ...event, seq }, span }
    })
}

async function append(
  ctx: SettleContext,
  caller: Caller,
  { runId, agent: known, othersOf }: ComparedRun,
  left: Draft[],
): Promise<boolean> {
  const { organizationId } = caller
  const drafts = left.map(({ event }) => event)
  const placesOf = placesByAgent(left, othersOf)
  return await persist(async (reading) => {
    const stored = reading.fresh || known === undefined
    const agent = stored ? await ctx.events.run({ organizationId, runId }, reading) : known
    if (agent === undefined) throw new DomainError(Reason.UNAVAILABLE, 'the run is not there yet')
    const { agentIdentity, profile } = agent
    const at = ctx.clock.now()
    const ids = mintIds(at, drafts.length)
    const texts = eventRecords(organizationId, runId, drafts, ids, at)
    const found = findingsOfEvents(agentIdentity, profile, drafts, ids)
    const tools = drafts.some(({ toolName }) => toolName !== undefined)
    const expectations = tools ? [{ organizationId, agentIdentity, profile }] : []
    const agents = [...placesOf.keys()]
    const claims: Claim[] = []
    const profiles = agents.length === 0 ? NOBODY : await ctx.runs.profiles(organizationId, agents, reading)
    for (const [other, places] of placesOf) {
      if (other === agentIdentity) continue
      const events = places.map((place) => drafts[place]!)
      const eventIds = places.map((place) => ids[place]!)
      const ofOther = findingsOfEvents(other, profiles.get(other), events, eventIds)
      found.push(...ofOther)
      for (const { sourceId, profileId } of ofOther)
        claims.push(claimOf(left[ids.indexOf(sourceId)]!.span.traceId, profileId!, sourceId))
      expectations.push({ organizationId, agentIdentity: other, profile: profiles.get(other) })
    }
    return await ctx.events.append({
      ...writeOf({ caller, at, id: mintId(at) }, { type: 'agent-events', texts }, found),
      runId,
      agentIdentity,
      ids,
      texts,
      seqs: drafts.map(({ seq }) => seq),
      claims,
      expectations,
    })
  })
}

/** Returns for each other agent the indexes of the drafts whose tool is compared with its profile. */
function placesByAgent(drafts: readonly Draft[], othersOf: OthersOf): Map<string, number[]> {
  const placesOf = new Map<string, number[]>()
  for (const [place, { event, span }] of drafts.entries()) {
    if (event.toolName === undefined) continue
    for (const agent of othersOf(span)) {
      const places = placesOf.get(agent)
      if (places === undefined) placesOf.set(agent, [place])
      else places.push(place)
    }
  }
  return placesOf
}

const NOBODY = new Map<string, Profile>()
/** Attempts to write a batch: other calls may take the free places meanwhile. */
const ATTEMPTS = 10
