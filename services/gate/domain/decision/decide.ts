import { missingRoles } from './attested.ts'
import { assertDecidable } from './decidable.ts'
import type { Decision, ReasonCode } from './decision.ts'
import { messages } from './messages.ts'
import { outcomeOf } from './outcome.ts'
import { isSeparateCertification } from './separation.ts'
import type { CertificationRef, Snapshot, VersionCertification } from './snapshot.ts'
import { driftedFrom } from './version-drift.ts'

/**
 * Decides on a snapshot (docs/gate-rules.md). Pure: the same snapshot gives the same output, byte for byte.
 *
 * @throws DomainError for a snapshot of other rules, or one that no rule covers: then there is no decision.
 */
export function decide(snapshot: Snapshot): Decision {
  assertDecidable(snapshot)
  const reasons = CODES.filter((code) => RULES[code](snapshot))
  return {
    decision: reasons.length === 0 ? 'pass' : 'block',
    reasons,
    reason_details: reasons.map((code) => ({ code, message: messages[code](snapshot) })),
    missing_attestation_roles: reasons.includes('attestation_missing') ? missingRoles(snapshot) : [],
    certification_id: inForce(snapshot)?.id ?? null,
    eval_suite_id: snapshot.suite?.id ?? null,
    eval_suite_version: snapshot.suite?.version ?? null,
  }
}

/** The condition of every code, in the order in which reasons are given. Conditions that are not evaluated do not hold. */
const RULES: Record<ReasonCode, (snapshot: Snapshot) => boolean> = {
  suite_missing: ({ suite }) => suite === null,
  agent_profile_missing: ({ profiles }) => profiles.length === 0,
  no_approved_run: (s) => s.suite !== null && inForce(s) === null,
  suite_version_changed: (s) =>
    s.suite !== null && s.certifications.of_suite !== null && certificationOfVersion(s) === null,
  version_drift: (s) => s.profiles.length > 0 && driftedFrom(s) !== null,
  open_drift_trigger: ({ open_triggers }) => open_triggers.length > 0,
  attestation_missing: (s) => s.suite !== null && s.profiles.length > 0 && missingRoles(s).length > 0,
}
const CODES = Object.keys(RULES) as ReasonCode[]

/** The certification of the current suite version, if its outcome is still met and its people are separate; otherwise null. */
function inForce(snapshot: Snapshot): CertificationRef | null {
  if (snapshot.suite === null || outcomeOf(snapshot.suite.thresholds) !== 'met') return null
  const certification = certificationOfVersion(snapshot)
  return certification !== null && isSeparateCertification(snapshot, certification) ? certification : null
}

function certificationOfVersion({
  suite,
  certifications: { of_version },
}: Snapshot): VersionCertification | null {
  return of_version !== null && of_version.suite_id === suite?.id ? of_version : null
}
