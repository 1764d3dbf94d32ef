import type { AttestationState, Separation, Snapshot, VersionCertification } from './snapshot.ts'

/*
 * Separation of duties (docs/gate-rules.md): whether certifications and attestations were made by as many different people
 * as the organization asks for. Rules version 1 has no such settings.
 */

/**
 * Whether a certification counts under the settings: its certifier had no part in what was certified, and has waited long
 * enough.
 */
export function isSeparateCertification(snapshot: Snapshot, certification: VersionCertification): boolean {
  const settings = settingsOf(snapshot)
  if (settings === null) return true
  const { certified_by = '', involved = null, waited_hours = null } = certification
  const another = involved !== null && !involved.includes(certified_by)
  return (!settings.certifier_is_another || another) && hasWaited(settings.role_wait_hours, waited_hours)
}

/** Whether an attestation counts under the settings: its person attests in no other role, and has waited long enough. */
export function isSeparateAttestation(snapshot: Snapshot, attestation: AttestationState): boolean {
  const settings = settingsOf(snapshot)
  if (settings === null) return true
  const { attested_by, waited_hours = null } = attestation
  const another = snapshot.attestations.every(
    (other) => other.role === attestation.role || other.attested_by !== attested_by,
  )
  return (!settings.attester_per_role || another) && hasWaited(settings.role_wait_hours, waited_hours)
}

function settingsOf({ rules_version, separation_of_duties }: Snapshot): Separation | null {
  return rules_version === 1 ? null : (separation_of_duties ?? null)
}

/** A record from before waiting times were recorded counts as not waited. */
function hasWaited(hours: number, waited: number | null): boolean {
  return hours === 0 || (waited !== null && waited >= hours)
}
