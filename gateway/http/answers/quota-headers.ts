import type { Quota } from '../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import type { Exchange } from '../exchange.ts'

/** Sets X-RateLimit-Limit, -Remaining and -Reset (Unix seconds) of the quota on which a call drew (docs/api.md 8). */
export function setQuotaHeaders(
  { head }: Pick<Exchange, 'head'>,
  quota: Pick<Quota, 'limit' | 'remaining' | 'reset'>,
): void {
  head.push('X-RateLimit-Limit', String(quota.limit), 'X-RateLimit-Remaining', String(quota.remaining))
  head.push('X-RateLimit-Reset', String(quota.reset))
}
