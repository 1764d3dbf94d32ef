import { type Caller, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { networkOf } from '../../services/kernel/identity/client-network.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import type { GatewayContext } from '../context.ts'
import { anonymous } from '../http/anonymous.ts'
import type { Exchange } from '../http/exchange.ts'
import { setQuotaHeaders } from '../http/quota-headers.ts'
import { RestError, toRestError } from '../http/rest-error.ts'
import { sessionToken } from './session-cookie.ts'

/** A signed-in person: the caller to act as, and the session that each service resolves for itself. */
export type Person = { caller: Caller; session: string }

/**
 * The person whose session a request carries. What fails is drawn from the bucket of the client's address
 * (docs/decisions, "The address bucket"); a living session is never slowed by its address.
 *
 * @throws RestError 401 without a living session, or with an API key beside it: keys open nothing here; 429 once the
 * bucket is empty
 */
export async function personOf(ctx: Pick<GatewayContext, 'clients'>, exchange: Exchange): Promise<Person> {
  try {
    return await signedIn(ctx, exchange)
  } catch (thrown) {
    const error = toRestError(thrown instanceof RestError ? thrown : fromConnectError(thrown))
    if (error.status === 401) await drawOnAddress(ctx, exchange)
    throw thrown
  }
}

async function drawOnAddress(
  { clients }: Pick<GatewayContext, 'clients'>,
  exchange: Exchange,
): Promise<void> {
  const subject = `address:${networkOf(exchange.clientAddress)}`
  const { quota } = await clients.admission.drawQuota({ subject, limit: LIMITS.addressRate })
  setQuotaHeaders(exchange, quota!)
  if (!quota!.exceeded) return
  throw new RestError(429, 'rate_limited', 'too many requests', { retryAfter: quota!.retryAfter })
}

async function signedIn({ clients }: Pick<GatewayContext, 'clients'>, exchange: Exchange): Promise<Person> {
  if (exchange.request.headers.authorization !== undefined) {
    throw new RestError(401, 'unauthorized', 'API keys are not accepted here: sign in')
  }
  const session = sessionToken(exchange.request)
  if (session === undefined) throw new RestError(401, 'unauthorized', 'sign in: no session was given')
  const { organizationId, user, addons } = await clients.directory.authenticateSession({
    tokenHash: sha256(session),
  })
  const caller = anonymous(exchange, Via.CONTROL)
  caller.organizationId = organizationId
  caller.addons = addons
  if (user !== undefined) caller.actor = user
  return { caller, session }
}
