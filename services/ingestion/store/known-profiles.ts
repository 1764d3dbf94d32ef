import { groupCommit } from '../../kernel/concurrency/group-commit.ts'
import { array } from '../../kernel/database/array-literal.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { RecentMap } from '../../kernel/values/recent-map.ts'
import type { Profile } from '../domain/profile.ts'
import { type ProfileRow, profileOf, profileOfSql } from './profiles.ts'

/**
 * Returns the profiles of the agents that have one, by agent_identity. Concurrent calls share one statement. Unless `fresh`, the
 * profiles may come from a cache: the write of a run notices a profile that has changed.
 */
export type KnownProfiles = (
  organizationId: string,
  agentIdentities: string[],
  reading: { fresh: boolean },
) => Promise<Map<string, Profile>>

export function knownProfiles(db: Database): KnownProfiles {
  const read = profileReader(db)
  const cached = new RecentMap<string, KnownProfile>(CACHE_SIZE)
  return async (organizationId, agentIdentities, { fresh }) => {
    const wanted = [...new Set(agentIdentities)]
    const keyOf = (agentIdentity: string): string => `${organizationId} ${agentIdentity}`
    const known = new Map(wanted.map((agent) => [agent, fresh ? undefined : cached.get(keyOf(agent))]))
    const missing = wanted.filter((agent) => known.get(agent) === undefined)
    if (missing.length > 0) {
      const profiles = await read({ organizationId, agentIdentities: missing })
      for (const [i, agent] of missing.entries()) {
        cached.set(keyOf(agent), profiles[i]!)
        known.set(agent, profiles[i]!)
      }
    }
    return new Map(
      wanted.flatMap((agent) => {
        const profile = known.get(agent)?.profile
        return profile === undefined ? [] : [[agent, profile] as const]
      }),
    )
  }
}

/** Reads the profiles of the agents of a call, in their order. */
function profileReader(db: Database): (agents: Agents) => Promise<KnownProfile[]> {
  return groupCommit<Agents, KnownProfile[]>({
    name: 'profiles of agents',
    retriable: isStatementRefused,
    maxBatch: MAX_CALLS,
    run: async (calls) => {
      const agents = calls.flatMap(({ organizationId, agentIdentities }) =>
        agentIdentities.map((agentIdentity) => ({ organizationId, agentIdentity })),
      )
      const values = [
        array(agents.map(({ organizationId }) => organizationId)),
        agents.map(({ agentIdentity }) => agentIdentity),
      ]
      const rows = await db.query<ProfileRow>({ name: 'profiles of agents', text: PROFILES, values })
      let next = 0
      return calls.map(({ agentIdentities }) =>
        agentIdentities.map(() => ({ profile: profileOf(rows[next++]!) })),
      )
    },
  })
}

type Agents = { organizationId: string; agentIdentities: string[] }
/** The profile that an agent had when it was read; undefined if it had none. */
type KnownProfile = { profile: Profile | undefined }

/** Calls in one statement. */
const MAX_CALLS = 8

/** Agents whose profiles are cached. */
const CACHE_SIZE = 1000

const PROFILES = `
  select p.* from unnest($1::uuid[], $2::text[]) with ordinality as e (org_id, agent_identity, n)
  ${profileOfSql('e')}
  order by e.n`
