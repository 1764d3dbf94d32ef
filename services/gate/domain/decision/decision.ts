import type { BlockReason } from '../../../../proto/gen/attestry/gate/v1/gate_pb.ts'

/** Stable reason codes (docs/api.md 3.2): the words of `BlockReason`. */
export type ReasonCode = Lowercase<Exclude<keyof typeof BlockReason, 'UNSPECIFIED'>>

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
