import { create } from '@bufbuild/protobuf'
import {
  type Actor,
  ActorKind,
  ActorSchema,
  type Caller,
} from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/** A person as records name them: the user's id and e-mail address at that time. */
export type Person = { id: string; name: string }

/** The person who calls. @throws DomainError FORBIDDEN when it is not a person: a machine cannot approve. */
export function personOf({ actor }: Caller): Person {
  if (actor?.kind !== ActorKind.USER) throw new DomainError(Reason.FORBIDDEN, 'only a person may do this')
  return { id: actor.id, name: actor.name }
}

/** The person as records and answers hold them. A record has id and name only. */
export function personMessage({ id, name }: Person): Actor {
  return create(ActorSchema, { kind: ActorKind.USER, id, name })
}
