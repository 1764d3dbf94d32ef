import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import type { RunDraft } from '../domain/run.ts'
import { storedRuns, writeOfRuns } from '../domain/run-write.ts'
import type { RunAgent } from '../store/events.ts'
import { persist } from '../store/persist.ts'
import type { SettleContext } from './settle-context.ts'

/** The runs by their run_ref, how many were made, and by the ids of those their drafts and agents. */
export type StoredRuns = {
  ids: Map<string, string>
  made: number
  drafts: Map<string, RunDraft>
  agents: Map<string, RunAgent>
}

/** Stores the runs that are not stored yet, each commit with an audit entry of its own. */
export async function storeRuns(ctx: SettleContext, caller: Caller, drafts: RunDraft[]): Promise<StoredRuns> {
  const wanted = new Map(drafts.map((draft) => [draft.runRef, draft]))
  const stored: StoredRuns = { ids: new Map(), made: 0, drafts: new Map(), agents: new Map() }
  const missing = (): RunDraft[] => [...wanted.values()].filter(({ runRef }) => !stored.ids.has(runRef))
  while (missing().length > 0) {
    const batch = missing().slice(0, LIMITS.runBatch)
    if (await append(ctx, caller, batch, stored)) continue
    // One of them is stored already, and nothing was written.
    const refs = [...wanted.keys()]
    for (const [runRef, id] of await ctx.runs.existing(caller.organizationId, refs))
      stored.ids.set(runRef, id)
  }
  return stored
}

/** @returns false, with nothing written, when one of them is stored already */
async function append(
  ctx: SettleContext,
  caller: Caller,
  drafts: RunDraft[],
  stored: StoredRuns,
): Promise<boolean> {
  const { organizationId } = caller
  return await persist(async (again) => {
    const identities = drafts.map(({ agentIdentity }) => agentIdentity)
    const profiles = await ctx.runs.profiles(organizationId, identities, again)
    const at = ctx.clock.now()
    const runs = storedRuns(drafts, profiles, at)
    const write = writeOfRuns(caller, at, { drafts, runs, profiles }, { id: mintId(at) })
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
