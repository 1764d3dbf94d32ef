import { type DescMessage, type DescMethod, type DescService, fromBinary } from '@bufbuild/protobuf'
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Clock } from '../clock.ts'
import { type Answers, isKeyUsed } from '../database/answers.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import {
  checkIdempotencyKey,
  idempotencyKey,
  REPLAYED_HEADER,
  replayDetails,
  retryKey,
  retryOf,
  wrongKey,
} from '../idempotency/idempotency.ts'
import { accessOf } from '../identity/access.ts'
import { callerOf } from '../identity/caller.ts'
import type { Routes } from './routes.ts'

/**
 * Adds idempotency keys to routes. A call with a key gets the answer of the first call with this key, where the RPC accepts keys
 * (unary RPCs do).
 */
export function replaying(routes: Routes, deps: { answers: Answers; clock: Clock }): Routes {
  return (sink) =>
    routes({
      service<T extends DescService>(desc: T, impl: Partial<ServiceImpl<T>>) {
        const handlers = { ...impl } as { [method: string]: Handler | undefined }
        for (const method of desc.methods) {
          const handler = handlers[method.localName]
          if (handler === undefined || !accessOf(method).idempotencyKey) continue
          handlers[method.localName] = (request, context) => {
            const key = keyOf(context)
            return key === undefined
              ? handler(request, context)
              : once(deps, { method, key, handler, request, context })
          }
        }
        return sink.service(desc, handlers as Partial<ServiceImpl<T>>)
      },
    })
}

function keyOf(context: HandlerContext): string | undefined {
  return context.values.get(idempotencyKey)
}

/**
 * Tries every call; the database refuses its write where the key has been used. If a try is refused for any reason, a stored
 * answer under its key takes precedence, because a change by the first call may be the reason for the refusal. A refused call has
 * stored no answer. A call that met a fault may have stored one: its retry finds it. An answer may expire between the two
 * lookups. The call is then tried once more, because its key is new again.
 */
async function once(
  deps: { answers: Answers; clock: Clock },
  keyed: KeyedCall,
  { isLast = false } = {},
): Promise<unknown> {
  const { answers, clock } = deps
  const { method, key, handler, request, context } = keyed
  const caller = callerOf(context)
  const retry = retryOf(caller, method, request, checkIdempotencyKey(key))
  context.values.set(retryKey, retry)
  try {
    return await handler(request, context)
  } catch (error) {
    if (error instanceof DomainError && error.reason === Reason.UNAVAILABLE) throw error
    const first = await answers.lookUp(caller.organizationId, retry.keyHash)
    if (first === undefined) {
      if (isLast || !isKeyUsed(error)) throw error
      return await once(deps, keyed, { isLast: true })
    }
    if (!first.requestHash.equals(await retry.requestHash()))
      throw wrongKey('was used for another request within the last 24 hours')
    const { requestHash, answer } = first
    const details = replayDetails(first.entryId, { keyHash: retry.keyHash, requestHash, answer })
    await answers.append(auditEntry({ caller, at: clock.now(), outcome: Outcome.OK, details }))
    context.responseHeader.set(REPLAYED_HEADER, 'true')
    return fromBinary<DescMessage>(method.output, first.answer)
  }
}

/** A call with a key, and the handler that answers it. */
type KeyedCall = {
  method: DescMethod
  key: string
  handler: Handler
  request: never
  context: HandlerContext
}
type Handler = (request: never, context: HandlerContext) => unknown
