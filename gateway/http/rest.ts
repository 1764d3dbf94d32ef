import { Outcome } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import { type Caller, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { AdmitResponse } from '../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { listPlaceKey } from '../../services/kernel/concurrency/list-places.ts'
import { as } from '../../services/kernel/identity/caller.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import type { GatewayContext } from '../context.ts'
import type { Operation } from '../operations/operation.ts'
import { type Match, router } from '../operations/router.ts'
import { setDeprecationHeaders } from './answers/deprecation.ts'
import { batchJson } from './bodies/batch-json.ts'
import { readBody } from './bodies/body.ts'
import { holdBody, waitingBody } from './bodies/hold-body.ts'
import { requireJson } from './bodies/media-type.ts'
import { anonymous } from './callers/anonymous.ts'
import { admit, callerOf, requireKey } from './callers/api-key.ts'
import { abortOnDisconnect } from './connections/client-gone.ts'
import { answerError, answerJson, answerList, type Exchange } from './exchange.ts'
import { recordedRefusal } from './refusal.ts'
import { withKey } from './requests/idempotency.ts'
import { validate } from './requests/validate.ts'

export const REST_PREFIX = '/api/v1'

/**
 * Makes the checks of `/api/v1/*` in their order (docs/decisions/0006-order-of-checks.md): key and address → quota → route →
 * permission, add-on → media type → size → JSON → schema → handler. Every call MUST have one audit entry before its
 * answer is sent: the entry that its write committed with, or the entry recorded here. Only refusals beyond a limit are counted
 * instead (aggregate-calls.ts).
 */
export function restPipeline(ctx: GatewayContext): (exchange: Exchange) => Promise<void> {
  const route = router(ctx.operations, REST_PREFIX)
  return async (exchange) => {
    const { request } = exchange
    let caller = anonymous(exchange, Via.REST)
    let operation: Operation | undefined
    try {
      const admitted = await admit(ctx, exchange)
      const match = route(request.method ?? '', exchange.path)
      operation = match?.operation
      caller = callerOf(exchange, admitted, operation)
      exchange.operation = caller.operation
      if (operation?.deprecated !== undefined) setDeprecationHeaders(exchange, operation.deprecated)
      const result = await serve(ctx, exchange, admitted, match, caller)
      if (!operation!.writes) await ctx.record({ caller, outcome: Outcome.OK, code: '' })
      if (operation!.limitedConcurrency) await answerList(exchange, operation!.success, result as object)
      else answerJson(exchange, operation!.success, result)
    } catch (error) {
      answerError(exchange, await recordedRefusal(ctx, exchange, caller, error))
    }
  }
}

async function serve(
  ctx: GatewayContext,
  exchange: Exchange,
  admitted: AdmitResponse,
  match: Match | undefined,
  caller: Caller,
): Promise<unknown> {
  const key = requireKey(admitted, match?.operation)
  const { operation, params } = match!
  const { organizationId } = key
  const handle = async (body: unknown): Promise<unknown> => {
    const input = validate(operation, params, exchange.query, body)
    if (operation.limitedConcurrency)
      await ctx.lists.acquire(exchange, organizationId, abortOnDisconnect(exchange))
    const carried = as(caller)
    carried.contextValues.set(listPlaceKey, exchange.listPlace)
    const options = operation.idempotencyKey ? withKey(carried, exchange) : carried
    return operation.handle(input, { clients: ctx.clients, options, document: ctx.document })
  }
  if (operation.body === undefined) return await handle(undefined)
  requireJson(exchange.request)
  let body: Buffer | undefined = await readBody(
    exchange.request,
    operation.bodyLimit,
    holdBody(exchange, organizationId),
  )
  const parsed = async (): Promise<unknown> => {
    const json = await batchJson(body!)
    // Its bytes are not kept while it is stored.
    body = undefined
    return json
  }
  if (body.length <= LIMITS.bodyBytes) return await handle(await parsed())
  const waiting = waitingBody(exchange)
  const release = await ctx.largeBatches.acquire(organizationId, waiting.signal)
  try {
    waiting.begin()
    return await handle(await parsed())
  } finally {
    release()
  }
}
