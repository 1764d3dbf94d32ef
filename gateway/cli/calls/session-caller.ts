import { create } from '@bufbuild/protobuf'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { Clock } from '../../../services/kernel/clock.ts'
import { as } from '../../../services/kernel/identity/caller.ts'
import { mintId } from '../../../services/kernel/values/ids.ts'

/** Returns the call options of a person's call from the command. Each service resolves the person from the session. */
export function sessionCaller(operation: string, session: string, clock: Clock) {
  const actor = create(ActorSchema, { kind: ActorKind.USER })
  return as(
    create(CallerSchema, { actor, via: Via.COMMAND, operation, requestId: mintId(clock.now()) }),
    session,
  )
}
