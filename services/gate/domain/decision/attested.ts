import { agentsCover } from './agents.ts'
import { isSeparateAttestation } from './separation.ts'
import type { Snapshot } from './snapshot.ts'

/** The configured roles for which no attestation of the current suite version and agent versions counts, sorted. */
export function missingRoles(snapshot: Snapshot): string[] {
  const { ai_system, suite, profiles, attestations } = snapshot
  const current = attestations.filter(
    (one) =>
      one.suite_id === suite?.id && agentsCover(one.agents, profiles) && isSeparateAttestation(snapshot, one),
  )
  return ai_system.attestation_roles.filter(
    (role) => !current.some((attestation) => attestation.role === role),
  )
}
