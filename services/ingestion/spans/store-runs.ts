import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import type { RunDraft } from '../domain/run.ts'
import { storedRuns, writeOfRuns } from '../domain/run-write.ts'
import { shortHash } from '../domain/spans/span.ts'
import type { RunAgent } from '../store/events.ts'
import { persist } from '../store/persist.ts'
import type { AgentAndModel } from '../store/runs.ts'
import type { SettleContext } from './settle-context.ts'

/** The ids of the runs by run_ref, and the number of those that were made, with their drafts and agents by id. */
export type StoredRuns = {
  ids: Map<string, string>
  made: number
  drafts: Map<string, RunDraft>
  agents: Map<string, RunAgent>
}

/** Stores the runs that are not stored yet. Each commit has a separate audit entry. */
export async function storeRuns(ctx: SettleContext, caller: Caller, drafts: RunDraft[]): Promise<StoredRuns> {
  const wanted = new Map(drafts.map((draft) => [draft.runRef, draft]))
  const stored: StoredRuns = { ids: new Map(), made: 0, drafts: new Map(), agents: new Map() }
  const missing = (): RunDraft[] => [...wanted.values()].filter(({ runRef }) => !stored.ids.has(runRef))
  while (missing().length > 0) {
    const batch = missing().slice(0, LIMITS.runBatch)
    if (await append(ctx, caller, batch, stored)) continue
    // One run of the batch is stored already, and nothing was written.
    const refs = [...wanted.keys()]
    for (const [runRef, id] of await ctx.runs.existing(caller.organizationId, refs))
      stored.ids.set(runRef, id)
  }
  return stored
}

/**
 * Stores the additional runs of a trace, which have none of its events. If a run with the same run_ref has another agent or model,
 * the new run gets a run_ref with a hash of its agent and model, and if that is taken too, one with a random id. The other run may
 * have been reported on purpose, or may be that of another model of the agent in this trace.
 */
export async function storeOwnRuns(ctx: SettleContext, caller: Caller, drafts: RunDraft[]): Promise<number> {
  let made = 0
  let left = drafts
  for (const nameOf of [agentAndModelHash, () => mintId(ctx.clock.now())]) {
    made += (await storeRuns(ctx, caller, left)).made
    const refs = left.map(({ runRef }) => runRef)
    const stored = await ctx.runs.agentsAndModels(caller.organizationId, refs)
    left = left
      .filter((draft) => agentAndModelHash(draft) !== agentAndModelHash(stored.get(draft.runRef) ?? draft))
      .map((draft) => ({ ...draft, runRef: `${draft.runRef}/${nameOf(draft)}` }))
    if (left.length === 0) return made
  }
  return made + (await storeRuns(ctx, caller, left)).made
}

function agentAndModelHash({ agentIdentity, modelName, modelVersion }: AgentAndModel): string {
  return shortHash([agentIdentity, modelName, modelVersion])
}

/** @returns false, with nothing written, if one of the runs is stored already */
async function append(
  ctx: SettleContext,
  caller: Caller,
  drafts: RunDraft[],
  stored: StoredRuns,
): Promise<boolean> {
  const { organizationId } = caller
  return await persist(async (reading) => {
    const identities = drafts.map(({ agentIdentity }) => agentIdentity)
    const profiles = await ctx.runs.profiles(organizationId, identities, reading)
    const at = ctx.clock.now()
    const runs = storedRuns(drafts, profiles, at)
    const write = writeOfRuns({ caller, at, id: mintId(at) }, { drafts, runs, profiles })
    if (!(await ctx.runs.append(write))) return false
    for (const [i, { id, runRef, agentIdentity }] of runs.entries()) {
      stored.ids.set(runRef, id)
      stored.drafts.set(id, drafts[i]!)
      stored.agents.set(id, { agentIdentity, profile: profiles.get(agentIdentity) })
    }
    stored.made += drafts.length
    return true
  })
}
