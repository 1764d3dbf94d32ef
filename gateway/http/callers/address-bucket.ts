import { networkOf } from '../../../services/kernel/identity/client-network.ts'
import { LIMITS } from '../../../services/kernel/values/limits.ts'
import type { GatewayContext } from '../../context.ts'
import { setQuotaHeaders } from '../answers/quota-headers.ts'
import { RestError } from '../answers/rest-error.ts'
import type { Exchange } from '../exchange.ts'

/**
 * Draws the refusal of an unauthenticated caller on the bucket of its address (docs/decisions/0007-the-address-bucket.md), and
 * sets the quota headers. Every refusal that is not drawn elsewhere MUST pass here before it is recorded: a refusal beyond the
 * bucket is only counted and gets no separate audit entry.
 *
 * @returns the error that answers the call: 429 once the bucket is empty, the refusal before that
 */
export async function drawOnAddress(
  { clients }: Pick<GatewayContext, 'clients'>,
  exchange: Exchange,
  refusal: RestError,
): Promise<RestError> {
  const subject = `address:${networkOf(exchange.clientAddress)}`
  const { quota } = await clients.admission.drawQuota({ subject, limit: LIMITS.addressRate })
  setQuotaHeaders(exchange, quota!)
  if (!quota!.exceeded) return refusal
  return new RestError(429, 'rate_limited', 'too many requests', { retryAfter: quota!.retryAfter })
}
