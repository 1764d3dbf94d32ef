import type { Interceptor } from '@connectrpc/connect'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { accessOf } from '../access.ts'
import { callerOf } from '../caller.ts'
import { fromConnectError } from '../connect-errors.ts'
import type { Directory } from '../directory.ts'
import { errorCode } from '../error-code.ts'
import { DomainError, Reason } from '../errors.ts'
import { edgeKey } from './context-keys.ts'

/**
 * Where a microservice calls a service directly, that service is the edge: what changed nothing (a read, a
 * refusal, a failure) is recorded before the answer leaves. What wrote has appended its own entry.
 */
export function recordAtEdge(directory: Directory): Interceptor {
  return (next) => async (request) => {
    if (!request.contextValues.get(edgeKey)) return next(request)
    const caller = callerOf({ values: request.contextValues })
    try {
      const response = await next(request)
      if (!accessOf(request.method).writes) await directory.record({ caller, outcome: Outcome.OK, code: '' })
      return response
    } catch (error) {
      const { reason } = error instanceof DomainError ? error : fromConnectError(error)
      const failed = reason === Reason.INTERNAL || reason === Reason.UNAVAILABLE
      await directory.record({
        caller,
        outcome: failed ? Outcome.FAILED : Outcome.REFUSED,
        code: errorCode(reason),
      })
      throw error
    }
  }
}
