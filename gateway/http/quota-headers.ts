import type { ServerResponse } from 'node:http'
import type { Quota } from '../../proto/gen/attestry/ledger/v1/admission_pb.ts'

/** X-RateLimit-Limit, -Remaining and -Reset (Unix seconds) of the quota that a call drew on (contract 8). */
export function setQuotaHeaders(
  response: ServerResponse,
  quota: Pick<Quota, 'limit' | 'remaining' | 'reset'>,
): void {
  response.setHeader('X-RateLimit-Limit', quota.limit)
  response.setHeader('X-RateLimit-Remaining', quota.remaining)
  response.setHeader('X-RateLimit-Reset', String(quota.reset))
}
