import { create } from '@bufbuild/protobuf'
import {
  ActorKind,
  ActorSchema,
  type Caller,
  CallerSchema,
  type Via,
} from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { INSTALLATION_ID } from '../../services/kernel/ids.ts'
import type { Exchange } from './exchange.ts'

/** The caller of a request before anybody is known. Without an operation it is one that no path leads to. */
export function anonymous(
  { requestId, clientAddress }: Pick<Exchange, 'requestId' | 'clientAddress'>,
  via: Via,
  operation = 'unknownOperation',
): Caller {
  return create(CallerSchema, {
    organizationId: INSTALLATION_ID,
    actor: create(ActorSchema, { kind: ActorKind.ANONYMOUS }),
    via,
    operation,
    requestId,
    clientAddress,
  })
}
