import { create } from '@bufbuild/protobuf'
import { ActorKind, CallerSchema, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { actor } from '../identity/caller.ts'
import { mintId } from '../values/ids.ts'
import type { Call } from './call.ts'

/**
 * Makes the call under which the log has what the installation does by itself.
 *
 * @param operation its name in audit entries
 * @param requestId of the call whose work it completes; absent: a new one
 */
export function systemCall(
  operation: string,
  organizationId: string,
  at: Date,
  requestId = mintId(at),
): Call {
  const caller = create(CallerSchema, {
    organizationId,
    actor: actor(ActorKind.SYSTEM, '', ''),
    via: Via.SYSTEM,
    operation,
    requestId,
  })
  return { caller, at }
}
