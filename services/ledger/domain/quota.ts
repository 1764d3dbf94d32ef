import type { Quota } from '../../../proto/gen/attestry/ledger/v1/admission_pb.ts'

/** The state of a window of 60 s after a draw, which it counts. `reset` is in Unix seconds, `retryAfter` in seconds. */
export type DrawnQuota = { limit: number; used: number; reset: number; retryAfter: number }

/** The form of a window in answers, after a draw. */
export function quotaOf({ limit, used, reset, retryAfter }: DrawnQuota): Quota {
  return {
    $typeName: 'attestry.ledger.v1.Quota',
    limit,
    remaining: Math.max(0, limit - used),
    reset: BigInt(reset),
    exceeded: used > limit,
    retryAfter,
    used,
  }
}
