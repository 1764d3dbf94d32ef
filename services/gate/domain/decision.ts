/** Stable reason codes (docs/api.md 3.2). */
export type ReasonCode =
  | 'suite_missing'
  | 'agent_profile_missing'
  | 'no_approved_run'
  | 'suite_version_changed'
  | 'version_drift'
  | 'open_drift_trigger'
  | 'attestation_missing'

/** The part of a gate decision that follows from the snapshot (docs/api.md 2.6). */
export type Decision = {
  decision: 'pass' | 'block'
  reasons: ReasonCode[]
  reason_details: { code: ReasonCode; message: string }[]
  missing_attestation_roles: string[]
  certification_id: string | null
  eval_suite_id: string | null
  eval_suite_version: number | null
}
