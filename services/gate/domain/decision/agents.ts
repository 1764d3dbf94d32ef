import type { AgentVersions, LockedAgent, ProfileState } from './snapshot.ts'

/** The fields that make up an agent version, in the order in which messages name them. */
export const VERSION_FIELDS = ['model_name', 'model_version', 'prompt_version'] as const

/** Whether every profile is among the locked agents with the same versions (gate-rules.md, "Covers"). */
export function agentsCover(agents: LockedAgent[], profiles: ProfileState[]): boolean {
  return profiles.every((profile) =>
    agents.some((agent) => agent.profile_id === profile.id && differingFields(agent, profile).length === 0),
  )
}

/** The version fields in which two differ, compared as exact text. */
export function differingFields(a: AgentVersions, b: AgentVersions): (typeof VERSION_FIELDS)[number][] {
  return VERSION_FIELDS.filter((field) => a[field] !== b[field])
}

/** The agent versions that a certification or attestation locks, in the order of the profiles. */
export function lockedAgents(profiles: ProfileState[]): LockedAgent[] {
  return profiles.map(({ id, model_name, model_version, prompt_version }) => ({
    profile_id: id,
    model_name,
    model_version,
    prompt_version,
  }))
}
