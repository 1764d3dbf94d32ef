import { agentsCover } from './agents.ts'
import type { Snapshot } from './snapshot.ts'

/** The configured roles without an attestation of the current suite version and agent versions, sorted. */
export function missingRoles({ ai_system, suite, profiles, attestations }: Snapshot): string[] {
  const current = attestations.filter(
    ({ suite_id, agents }) => suite_id === suite?.id && agentsCover(agents, profiles),
  )
  return ai_system.attestation_roles.filter(
    (role) => !current.some((attestation) => attestation.role === role),
  )
}
