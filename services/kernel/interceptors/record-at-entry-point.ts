import type { Interceptor, StreamRequest, UnaryRequest } from '@connectrpc/connect'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { accessOf } from '../identity/access.ts'
import { callerOf } from '../identity/caller.ts'
import type { Directory } from '../identity/directory.ts'
import { isEntryPoint, originKey } from '../identity/origin.ts'
import { recordRefusal } from './record-refusal.ts'

/**
 * A service that a microservice calls directly is the entry point of that call. It records every call that changed
 * nothing (a read, a refusal, a failure) before the answer leaves. A call that wrote has appended its own entry.
 */
export function recordAtEntryPoint(directory: Directory): Interceptor {
  return (next) => (request) =>
    isEntryPoint(request.contextValues.get(originKey)) ? recorded(next, request) : next(request)

  async function recorded(next: AnyFn, request: UnaryRequest | StreamRequest) {
    const caller = callerOf({ values: request.contextValues })
    try {
      const response = await next(request)
      if (!accessOf(request.method).writes) await directory.record({ caller, outcome: Outcome.OK, code: '' })
      return response
    } catch (error) {
      await recordRefusal(directory, caller, error)
      throw error
    }
  }
}

type AnyFn = ReturnType<Interceptor>
