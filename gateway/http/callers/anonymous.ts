import { ActorKind, type Caller, type Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { actor } from '../../../services/kernel/identity/caller.ts'
import { INSTALLATION_ID } from '../../../services/kernel/values/ids.ts'
import type { Exchange } from '../exchange.ts'

/** Returns the caller of a request before authentication. Without an operation, the request has no route. */
export function anonymous(
  { requestId, clientAddress }: Pick<Exchange, 'requestId' | 'clientAddress'>,
  via: Via,
  operation = 'unknownOperation',
): Caller {
  return {
    $typeName: 'attestry.common.v1.Caller',
    organizationId: INSTALLATION_ID,
    actor: actor(ActorKind.ANONYMOUS, '', ''),
    via,
    operation,
    requestId,
    clientAddress,
    addons: [],
    sessionTokenSha256: '',
  }
}
