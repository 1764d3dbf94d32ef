import { ConnectError } from '@connectrpc/connect'
import { DomainError, Reason } from '../errors/errors.ts'
import { callerOf } from '../identity/caller.ts'
import type { Directory } from '../identity/directory.ts'
import { edgeKey, knockedKey } from '../interceptors/context-keys.ts'
import { recordRefusal } from '../interceptors/record-refusal.ts'
import type { Door, Knock } from './door.ts'

/**
 * Records a call that its protocol has refused before any interceptor heard of it: its message cannot be decoded or is
 * too long, or no protocol that is served knows its content type.
 *
 * @returns what it is refused with
 */
export function recordUnheard(directory: Directory, door: Door) {
  return async (knock: Knock): Promise<DomainError | undefined> => {
    const { values } = knock
    if (!values.get(knockedKey)) await door(knock).catch(passRefusal)
    if (!values.get(edgeKey)) return undefined
    const refusal = new DomainError(Reason.VALIDATION, 'the message cannot be decoded')
    await recordRefusal(directory, callerOf({ values }), refusal)
    return refusal
  }
}

/** A refusal at the door has been recorded there; anything else means that it was not. */
function passRefusal(error: unknown): void {
  if (!(error instanceof ConnectError)) throw error
}
