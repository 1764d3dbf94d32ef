import { type Caller, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import type { GatewayContext } from '../context.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { anonymous } from '../http/callers/anonymous.ts'
import type { Exchange } from '../http/exchange.ts'
import { sessionToken } from './session-cookie.ts'

/** A signed-in person: the caller to act as, and the session that each service resolves for itself. */
export type Person = { caller: Caller; session: string }

/**
 * Returns the person whose session a request carries. A valid session is never slowed by its address.
 *
 * @throws RestError 401 without a valid session, or with an API key in addition: keys are not accepted here
 */
export async function personOf(
  { clients }: Pick<GatewayContext, 'clients'>,
  exchange: Exchange,
): Promise<Person> {
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
