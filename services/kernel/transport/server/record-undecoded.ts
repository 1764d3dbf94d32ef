import { ConnectError } from '@connectrpc/connect'
import { DomainError, Reason } from '../../errors/errors.ts'
import { callerOf } from '../../identity/caller.ts'
import type { Directory } from '../../identity/directory.ts'
import { isEntryPoint, originKey } from '../../identity/origin.ts'
import { recordRefusal } from '../../interceptors/record-refusal.ts'
import { unreadKey } from '../limits/message-limit.ts'
import type { IncomingCall, RequestGate } from '../request-gate.ts'

/**
 * Records a call that its protocol has refused before it reached an interceptor: its message cannot be decoded or is too long, or
 * no served protocol has its content type.
 *
 * @returns the error that answers the call
 */
export function recordUndecoded(directory: Directory, requestGate: RequestGate) {
  return async (call: IncomingCall): Promise<DomainError | undefined> => {
    const { values } = call
    const origin = values.get(originKey)
    if (origin.from === 'network' && origin.client === 'unexamined')
      await requestGate(call).catch(passRefusal)
    if (!isEntryPoint(values.get(originKey))) return undefined
    const refusal =
      values.get(unreadKey) ?? new DomainError(Reason.VALIDATION, 'the message cannot be decoded')
    await recordRefusal(directory, callerOf({ values }), refusal)
    return refusal
  }
}

/** Ignores a refusal of the request gate, which has recorded it. Any other error is thrown: nothing was recorded. */
function passRefusal(error: unknown): void {
  if (!(error instanceof ConnectError)) throw error
}
