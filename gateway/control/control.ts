import type { DescMethod } from '@bufbuild/protobuf'
import { Outcome } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import { type Caller, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { accessOf, operationOf } from '../../services/kernel/identity/access.ts'
import { as } from '../../services/kernel/identity/caller.ts'
import { requireAccess } from '../../services/kernel/identity/require-access.ts'
import { INSTALLATION_ID } from '../../services/kernel/values/ids.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import type { GatewayContext } from '../context.ts'
import { challengeOf } from '../http/answers/challenge.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { waitingBody } from '../http/bodies/hold-body.ts'
import { drawOnAddress } from '../http/callers/address-bucket.ts'
import { anonymous } from '../http/callers/anonymous.ts'
import { abortOnDisconnect, clientGone } from '../http/connections/client-gone.ts'
import { answer, answerError, type Exchange } from '../http/exchange.ts'
import { restErrorOf } from '../http/refusal.ts'
import { rpcErrorBody } from './error-answer.ts'
import { type Person, personOf } from './person.ts'
import type { ControlRoute } from './route.ts'
import { controlRoutes } from './routes.ts'
import { type ControlRpc, controlRpcs, RpcError } from './rpcs.ts'
import { requireSameOrigin } from './same-origin.ts'
import { sendAnswer, sendMessage } from './send-answer.ts'

/**
 * The control API: the calls of people, each in the person's session. Order of checks: host (403) → session (401) → origin (403) →
 * path (404) → role, add-on (403) → the message (400, 413, 415) → the service's answer. Every call has one audit entry before its
 * answer leaves: the one that its write committed with, or one recorded here, in the log of the person's organization, or of the
 * installation where no person is known. Only refusals beyond a limit are counted instead (aggregate-calls.ts).
 */
export function controlApi(ctx: GatewayContext): (exchange: Exchange) => Promise<void> {
  const rpcs = controlRpcs(ctx)
  return async (exchange) => {
    const { request, path } = exchange
    const rpc = request.method === 'POST' ? rpcs.get(path) : undefined
    const route = controlRoutes.find((one) => one.path === path && one.method === request.method)
    const called = rpc?.method ?? route?.rpc
    const call = { caller: anonymous(exchange, Via.CONTROL) }
    if (called !== undefined) call.caller.operation = operationOf(called)
    exchange.operation = call.caller.operation
    try {
      await serve(ctx, exchange, call, { rpc, route })
    } catch (thrown) {
      // The name of a service has dots.
      await refuse(ctx, exchange, call.caller, thrown, path.includes('.') ? answerRpcError : answerError)
    }
  }
}

/** @param call receives the caller as soon as it is known */
async function serve(
  ctx: GatewayContext,
  exchange: Exchange,
  call: { caller: Caller },
  { rpc, route }: { rpc: ControlRpc | undefined; route: ControlRoute | undefined },
): Promise<void> {
  const { operation } = call.caller
  ctx.requireOwnHost(exchange.request)
  if (route?.open) {
    requireSameOrigin(exchange.request, ctx.cfg.baseUrl)
    const { query } = exchange
    const answered = await route.handle({ ctx, exchange, options: as(call.caller), query })
    return sendAnswer(exchange, answered, () => recordOk(ctx, call.caller, route.rpc))
  }
  const person = await personOf(ctx, exchange)
  call.caller = person.caller
  call.caller.operation = operation
  requireSameOrigin(exchange.request, ctx.cfg.baseUrl)
  if (rpc !== undefined) {
    requireAccess(person.caller, rpc.method)
    return await serveRpc(ctx, exchange, rpc, person)
  }
  if (route === undefined) throw new RestError(404, 'not_found', 'not found')
  requireAccess(person.caller, route.rpc)
  const options = as(person.caller, person.session)
  const answered = await route.handle({ ctx, exchange, options, query: exchange.query })
  return sendAnswer(exchange, answered, () => recordOk(ctx, call.caller, route.rpc))
}

/**
 * Takes a place for a call once its message has arrived, so that a slow sender does not delay others. A list only takes a place
 * among the lists, and a large message only one among the large messages: while they hold that place they MUST NOT wait for other
 * calls of the same caller, of which there may be hundreds.
 */
async function serveRpc(
  ctx: GatewayContext,
  exchange: Exchange,
  rpc: ControlRpc,
  person: Person,
): Promise<void> {
  const { caller } = person
  const message = { body: await rpc.read(exchange, person), signal: abortOnDisconnect(exchange) }
  const release = await placeOf(ctx, exchange, rpc.method, caller, message.body)
  try {
    const { contentType, body } = await rpc.call(exchange, person, message)
    await recordOk(ctx, caller, rpc.method)
    sendMessage(exchange, contentType, body)
  } finally {
    release()
  }
}

/** Waits for the place of a call. Meanwhile others may need the memory of its message. */
async function placeOf(
  ctx: GatewayContext,
  exchange: Exchange,
  method: DescMethod,
  caller: Caller,
  body: Buffer,
): Promise<() => void> {
  const { organizationId } = caller
  const { signal, begin } = waitingBody(exchange)
  const acquire = async (): Promise<() => void> => {
    if (body.length > LIMITS.bodyBytes) return await ctx.largeMessages.acquire(organizationId, signal)
    if (!accessOf(method).limitedConcurrency) return await ctx.calls.acquire(method, caller, signal)
    await ctx.lists.acquire(exchange, organizationId, signal)
    // The exchange gives the place back.
    return () => {}
  }
  const release = await acquire()
  try {
    begin()
  } catch (lost) {
    release()
    throw lost
  }
  return release
}

async function recordOk(ctx: GatewayContext, caller: Caller, method: DescMethod): Promise<void> {
  if (!accessOf(method).writes) await ctx.record({ caller, outcome: Outcome.OK, code: '' })
}

async function refuse(
  ctx: GatewayContext,
  exchange: Exchange,
  caller: Caller,
  thrown: unknown,
  sendError: (exchange: Exchange, error: RestError, thrown: unknown) => void,
): Promise<void> {
  const answerWith = (error: RestError, cause: unknown): void => {
    if (exchange.response.headersSent) exchange.response.destroy()
    else sendError(exchange, error, cause)
  }
  let refused = clientGone(exchange, thrown) ?? errorOf(thrown)
  if (refused.status === 500) {
    ctx.log.error({ err: refused.cause ?? thrown, request_id: exchange.requestId }, 'call failed')
  }
  const outcome = refused.status === 500 ? Outcome.FAILED : Outcome.REFUSED
  try {
    const isDrawn = outcome === Outcome.FAILED || refused.status === 429
    if (caller.organizationId === INSTALLATION_ID && !isDrawn)
      refused = await drawOnAddress(ctx, exchange, refused)
    await ctx.record({ caller, outcome, code: refused.code })
    answerWith(refused, thrown)
  } catch (fault) {
    ctx.log.error({ err: fault, request_id: exchange.requestId }, 'call not recorded')
    answerWith(restErrorOf(fault), fault)
  }
}

function errorOf(thrown: unknown): RestError {
  if (thrown instanceof RpcError) return thrown.error
  return restErrorOf(thrown)
}

function answerRpcError(exchange: Exchange, error: RestError, thrown: unknown): void {
  if (error.retryAfter !== undefined) exchange.head.push('Retry-After', String(error.retryAfter))
  if (error.status === 401) exchange.head.push('WWW-Authenticate', challengeOf(exchange.path))
  if (thrown instanceof RpcError) {
    answer(exchange, thrown.connect.status, rpcErrorBody(error, thrown.connect.json))
  } else {
    answer(exchange, error.status, rpcErrorBody(error))
  }
}
