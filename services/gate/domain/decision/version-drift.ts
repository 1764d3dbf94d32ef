import { agentsCover } from './agents.ts'
import type { LockedAgent, Snapshot } from './snapshot.ts'

/** A certification that the current agent versions differ from. */
type Differing = { of: 'system' | 'version'; agents: LockedAgent[] }

/**
 * Returns a certification from which the current agents differ, or null. They are compared with the newest certification of the
 * system and, since rules version 2, with the newest certification of the current suite version. So switching the gate suite
 * does not revive a certification of another model.
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
