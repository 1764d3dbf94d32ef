import { agentsCover } from './agents.ts'
import type { LockedAgent, Snapshot } from './snapshot.ts'

/** A certification that the current agent versions differ from. */
type Differing = { of: 'system' | 'version'; agents: LockedAgent[] }

/**
 * The certifications that the agents are compared with: the newest certification of the system and, from rules version 2 on, the
 * newest certification of the current suite version, so that switching the gate suite revives none of another model.
 */
export function driftedFrom(snapshot: Snapshot): Differing | null {
  const { rules_version, suite, profiles, certifications } = snapshot
  const { of_system, of_version } = certifications
  if (of_system !== null && !agentsCover(of_system.agents, profiles))
    return { of: 'system', agents: of_system.agents }
  if (rules_version === 1 || suite === null || of_version?.suite_id !== suite.id) return null
  const agents = of_version.agents ?? []
  return agentsCover(agents, profiles) ? null : { of: 'version', agents }
}
