import type { AgentRun } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { mintIds } from '../../kernel/values/ids.ts'
import type { Profile } from './profile.ts'
import { findingOfRun, type RunDraft, runRecords, storedRun } from './run.ts'
import { type EntryOf, writeOf } from './write.ts'

/** The profiles of the agents that have one, by agent_identity. */
type Profiles = ReadonlyMap<string, Profile>

/** Returns the runs as they are stored, in the order of their drafts. */
export function storedRuns(drafts: readonly RunDraft[], profiles: Profiles, at: Date): AgentRun[] {
  const ids = mintIds(at, drafts.length)
  return drafts.map((draft, i) => storedRun(ids[i]!, draft, profiles.get(draft.agentIdentity)?.id, at))
}

/** Returns the writes of storing runs: their records, their findings by the profiles, the audit entry. */
export function writeOfRuns(
  call: EntryOf,
  { drafts, runs, profiles }: { drafts: readonly RunDraft[]; runs: readonly AgentRun[]; profiles: Profiles },
) {
  const { organizationId } = call.caller
  const rows = runs.map((run) => ({
    id: run.id,
    text: runRecords.write(organizationId, run),
    runRef: run.runRef,
    agentIdentity: run.agentIdentity,
  }))
  const found = drafts.flatMap(
    (draft, i) => findingOfRun(rows[i]!.id, draft, profiles.get(draft.agentIdentity)) ?? [],
  )
  const texts = rows.map(({ text }) => text)
  const expectations = drafts.map(({ agentIdentity }) => ({
    organizationId,
    agentIdentity,
    profile: profiles.get(agentIdentity),
  }))
  return { ...writeOf(call, { type: 'agent-runs', texts }, found), rows, expectations }
}
