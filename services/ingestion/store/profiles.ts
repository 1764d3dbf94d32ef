import type { Profile } from '../domain/profile.ts'

/** A profile as it is read with a run: `profile_id` is null where the agent has none. */
export type ProfileRow = {
  profile_id: string | null
  profile_version: number
  ai_system_id: string
  model_name: string
  model_version: string
  tools: string[]
  state: string
}

/** The profile of an agent (`org_id`, `agent_identity` of `row`), by the index of the view's key. */
export function profileOfSql(row: string): string {
  return `
    left join lateral (
      select profile_id, version as profile_version, ai_system_id, model_name, model_version, tools,
        encode(sha256(convert_to(
          json_build_array(profile_id, version, ai_system_id, model_name, model_version, tools)::text, 'UTF8')), 'hex') as state
      from gate.profiles_v1 v
      where v.org_id = ${row}.org_id and v.agent_identity = ${row}.agent_identity limit 1) p on true`
}

export function profileOf(row: ProfileRow): Profile | undefined {
  if (row.profile_id === null) return undefined
  return {
    id: row.profile_id,
    version: row.profile_version,
    systemId: row.ai_system_id,
    modelName: row.model_name,
    modelVersion: row.model_version,
    tools: new Set(row.tools),
    state: row.state,
  }
}

/**
 * The expectation of a write: an agent's profile, or that it has none. The whole profile is compared, not only its version. A
 * process therefore stops using its cached copy even if the profile was changed directly in the database.
 */
export type Expectation = { organizationId: string; agentIdentity: string; profile: Profile | undefined }

/** Counts the expectations that no longer hold; `$first` is the result of expectationValues. */
export function staleProfilesSql(first: number): string {
  return `(
    select count(*) from json_to_recordset($${first}::json) as e (
      org_id uuid, agent_identity text, state text)
    ${profileOfSql('e')}
    where p.state is distinct from e.state)`
}

export function expectationValues(expectations: Expectation[]): string {
  const distinct = new Map(
    expectations.map((expectation) => [
      `${expectation.organizationId} ${expectation.agentIdentity}`,
      expectation,
    ]),
  )
  return JSON.stringify(
    [...distinct.values()].map(({ organizationId, agentIdentity, profile }) => ({
      org_id: organizationId,
      agent_identity: agentIdentity,
      state: profile?.state ?? null,
    })),
  )
}
