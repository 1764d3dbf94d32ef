import { create } from '@bufbuild/protobuf'
import {
  ActorKind,
  ActorSchema,
  type Caller,
  CallerSchema,
  Via,
} from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { sha256 } from '../../services/kernel/digest.ts'
import { INSTALLATION_ID } from '../../services/kernel/ids.ts'
import type { GatewayContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { RestError } from '../http/rest-error.ts'
import { sessionToken } from './session-cookie.ts'

/** A signed-in person: the caller to act as, and the session that each service resolves for itself. */
export type Person = { caller: Caller; session: string }

/**
 * The person whose session a request carries.
 *
 * @throws RestError 401 without a living session, or with an API key beside it: keys open nothing here
 */
export async function personOf(ctx: Pick<GatewayContext, 'clients'>, exchange: Exchange): Promise<Person> {
  if (exchange.request.headers.authorization !== undefined) {
    throw new RestError(401, 'unauthorized', 'API keys are not accepted here: sign in')
  }
  const session = sessionToken(exchange.request)
  if (session === undefined) throw new RestError(401, 'unauthorized', 'sign in: no session was given')
  const { organizationId, user, addons } = await ctx.clients.directory.authenticateSession({
    tokenHash: sha256(session),
  })
  const caller = anonymous(exchange)
  caller.organizationId = organizationId
  caller.addons = addons
  if (user !== undefined) caller.actor = user
  return { caller, session }
}

/** The caller of a request before anybody is known. */
export function anonymous({ requestId, clientAddress }: Exchange): Caller {
  return create(CallerSchema, {
    organizationId: INSTALLATION_ID,
    actor: create(ActorSchema, { kind: ActorKind.ANONYMOUS }),
    via: Via.CONTROL,
    operation: 'unknownOperation',
    requestId,
    clientAddress,
  })
}
