import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { fromConnectError } from '../errors/connect-errors.ts'
import { errorCode } from '../errors/error-code.ts'
import { type ErrorDetails, Reason } from '../errors/errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { Directory } from '../identity/directory.ts'

/** Records a call that was refused or failed at its entry point, under its caller, before the answer leaves, or counts it. */
export async function recordRefusal(
  directory: Directory,
  caller: Caller,
  error: unknown,
  details: ErrorDetails = {},
): Promise<void> {
  const { reason } = fromConnectError(error)
  const failed = reason === Reason.INTERNAL || reason === Reason.UNAVAILABLE
  await directory.record({
    caller,
    outcome: failed ? Outcome.FAILED : Outcome.REFUSED,
    code: errorCode(reason),
    details,
  })
}
