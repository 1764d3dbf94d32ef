import { Outcome } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKind, type Caller, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { AdmitResponse } from '../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import { actor, as } from '../../services/kernel/identity/caller.ts'
import type { GatewayContext } from '../context.ts'
import type { Operation } from '../operations/operation.ts'
import { type Match, router } from '../operations/router.ts'
import { anonymous } from './anonymous.ts'
import { batchJson } from './batch-json.ts'
import { readBody } from './body.ts'
import { holdBody } from './body-memory.ts'
import { credentialsOf } from './credentials.ts'
import { setDeprecationHeaders } from './deprecation.ts'
import { answerError, answerJson, type Exchange } from './exchange.ts'
import { gone } from './gone.ts'
import { withKey } from './idempotency.ts'
import { requireJson } from './media-type.ts'
import { setQuotaHeaders } from './quota-headers.ts'
import { RestError, toRestError } from './rest-error.ts'
import { validate } from './validate.ts'

export const REST_PREFIX = '/api/v1'

/**
 * The checks of `/api/v1/*` in their order (docs/decisions, "Order of checks"): key and address → quota → route →
 * permission, add-on → media type → size → JSON → schema → handler. Every call MUST have one audit entry before its
 * answer is sent: the entry that its write committed with, or the entry recorded here.
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
      if (admitted.quota !== undefined) setQuotaHeaders(exchange, admitted.quota)
      if (operation?.deprecated !== undefined) setDeprecationHeaders(exchange, operation.deprecated)
      const result = await serve(ctx, exchange, admitted, match, caller)
      if (!operation!.writes) await ctx.record({ caller, outcome: Outcome.OK, code: '' })
      answerJson(exchange, operation!.success, result)
    } catch (error) {
      await refuse(ctx, exchange, caller, error)
    }
  }
}

/** Draws on the key, address bucket and quota in one RPC. `serve` evaluates its answer. */
export async function admit(
  ctx: GatewayContext,
  { request, clientAddress }: Exchange,
): Promise<AdmitResponse> {
  const { keyHash = NO_KEY, refused } = credentialsOf(request)
  return ctx.clients.admission.admit({
    $typeName: 'attestry.ledger.v1.AdmitRequest',
    keyHash,
    clientAddress,
    refused,
  })
}

async function serve(
  ctx: GatewayContext,
  exchange: Exchange,
  { key, expiredKey, quota }: AdmitResponse,
  match: Match | undefined,
  caller: Caller,
): Promise<unknown> {
  if (quota?.exceeded) {
    throw new RestError(429, 'rate_limited', 'too many requests', { retryAfter: quota.retryAfter })
  }
  if (key === undefined) throw unauthorized(expiredKey)
  if (match === undefined) throw new RestError(404, 'not_found', 'not found')
  const { operation, params } = match
  requirePermission(operation, key)
  const body =
    operation.body === undefined ? undefined : await readJson(exchange, operation, key.organizationId)
  const input = validate(operation, params, exchange.query, body)
  if (operation.limitedConcurrency) await ctx.lists.enter(exchange, key.organizationId, gone(exchange))
  const options = operation.idempotencyKey ? withKey(as(caller), exchange) : as(caller)
  return operation.handle(input, { clients: ctx.clients, options, document: ctx.document })
}

export function requirePermission(
  operation: Pick<Operation, 'permission' | 'addon'>,
  key: { permissions: string[]; addons: string[] },
): void {
  const { permission, addon } = operation
  if (permission !== undefined && !key.permissions.includes(permission)) {
    throw new DomainError(Reason.FORBIDDEN, `the key lacks the permission ${permission}`, {
      details: { permission },
    })
  }
  if (addon !== undefined && !key.addons.includes(addon)) {
    throw new DomainError(Reason.FORBIDDEN, `the add-on ${addon} is needed`, { details: { addon } })
  }
}

async function readJson(
  exchange: Exchange,
  { bodyLimit }: Operation,
  organizationId: string,
): Promise<unknown> {
  requireJson(exchange.request)
  return await batchJson(await readBody(exchange.request, bodyLimit, holdBody(exchange, organizationId)))
}

async function refuse(
  ctx: GatewayContext,
  exchange: Exchange,
  caller: Caller,
  thrown: unknown,
): Promise<void> {
  const error = toRestError(thrown instanceof RestError ? thrown : fromConnectError(thrown))
  if (error.status === 500)
    ctx.log.error({ err: error.cause ?? thrown, request_id: exchange.requestId }, 'call failed')
  const outcome = error.status === 500 ? Outcome.FAILED : Outcome.REFUSED
  try {
    await ctx.record({ caller, outcome, code: error.code })
    answerError(exchange, error)
  } catch (fault) {
    ctx.log.error({ err: fault, request_id: exchange.requestId }, 'call not recorded')
    answerError(exchange, toRestError(fromConnectError(fault)))
  }
}

/** Why a call is refused that has no valid key. Only whoever has the key learns that it has expired. */
export function unauthorized(expiredKey: AdmitResponse['expiredKey']): RestError {
  if (expiredKey === undefined) return new RestError(401, 'unauthorized', 'a valid API key is required')
  return new RestError(401, 'unauthorized', 'the API key has expired', { details: { reason: 'key_expired' } })
}

/**
 * The caller of a request: its key's organization, or nobody. A call with an expired key stands in the log of that
 * organization, except one beyond the bucket of its address.
 */
export function callerOf(
  exchange: Exchange,
  { key: valid, expiredKey, quota }: AdmitResponse,
  operation: Pick<Operation, 'id'> | undefined,
): Caller {
  const caller = anonymous(exchange, Via.REST, operation?.id)
  const key = valid ?? (quota?.exceeded ? undefined : expiredKey)
  if (key === undefined) return caller
  caller.organizationId = key.organizationId
  caller.actor = actor(ActorKind.API_KEY, key.id, key.name)
  caller.addons = key.addons
  return caller
}

const NO_KEY = new Uint8Array()
