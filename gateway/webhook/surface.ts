import { Outcome } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import { Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { ReceiveDeliveryResponse } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import type { GatewayContext } from '../context.ts'
import { setQuotaHeaders } from '../http/answers/quota-headers.ts'
import { RestError, toRestError } from '../http/answers/rest-error.ts'
import { TOO_MANY_BODIES } from '../http/bodies/hold-body.ts'
import { drawOnAddress } from '../http/callers/address-bucket.ts'
import { anonymous } from '../http/callers/anonymous.ts'
import { answer, answerError, type Exchange } from '../http/exchange.ts'
import { headerValues } from '../http/requests/header-values.ts'
import type { Surface } from '../http/server.ts'
import { readDelivery } from './read-delivery.ts'

type Webhook = Pick<GatewayContext, 'cfg' | 'clients' | 'record' | 'log'>

/**
 * The incident webhook (docs/api.md 4.2): `POST /api/v1/webhooks/incidents/{orgKey}`, which takes no API key. The raw bytes go to
 * ingestion, which makes the checks in their order and decides the answer. Other requests below the path are handled as REST
 * calls.
 */
export function webhook(ctx: Webhook, rest: Surface['serve']): Surface {
  return {
    path: PATH,
    serve: (exchange) => {
      const token = exchange.path.slice(PATH.length + 1)
      const delivery = exchange.request.method === 'POST' && token !== '' && !token.includes('/')
      return delivery ? receive(ctx, exchange, token) : rest(exchange)
    },
  }
}

async function receive(ctx: Webhook, exchange: Exchange, token: string): Promise<void> {
  const { request, requestId, clientAddress } = exchange
  exchange.operation = OPERATION
  const contentEncoding = request.headers['content-encoding']
  try {
    const { body, bodyFault } = await readDelivery(exchange)
    const received = await ctx.clients.webhooks.receiveDelivery({
      $typeName: 'attestry.ingestion.v1.ReceiveDeliveryRequest',
      token,
      body,
      bodyFault,
      signature: headerValues(request, 'x-service-signature'),
      firstSignature: headerValues(request, 'x-service-first-signature'),
      format: headerValues(request, 'x-service-format'),
      contentEncoding,
      requestId,
      clientAddress,
    })
    if (received.unrecorded) {
      const outcome = received.status === 500 ? Outcome.FAILED : Outcome.REFUSED
      await record(ctx, exchange, outcome, received.code)
    }
    answerReceived(exchange, received, ctx.cfg.baseUrl)
  } catch (thrown) {
    await (thrown === TOO_MANY_BODIES ? refuse(ctx, exchange) : fail(ctx, exchange, thrown))
  }
}

/** Answers with the response of ingestion. If a refusal names a guide, its link leads to this installation. */
function answerReceived(exchange: Exchange, response: ReceiveDeliveryResponse, baseUrl: string): void {
  if (response.quota !== undefined) setQuotaHeaders(exchange, response.quota)
  if (response.status < 300) {
    answer(exchange, response.status, response.replay ? REPLAY : RECEIVED)
    return
  }
  const more = {
    ...(response.details === undefined ? {} : { details: response.details }),
    ...(response.retryAfter === 0 ? {} : { retryAfter: response.retryAfter }),
  }
  const message = response.message.replaceAll(' /docs#', ` ${baseUrl}/docs#`)
  answerError(exchange, new RestError(response.status, response.code, message, more))
}

/** Refuses a delivery because there is no memory for its body: 429, so that the sender tries again. */
async function refuse(ctx: Webhook, exchange: Exchange): Promise<void> {
  const refusal = await drawOnAddress(ctx, exchange, TOO_MANY_BODIES)
  await record(ctx, exchange, Outcome.REFUSED, refusal.code)
  answerError(exchange, refusal)
}

/** Answers a fault that came before any check: 500, so that the sender tries again. */
async function fail(ctx: Webhook, exchange: Exchange, thrown: unknown): Promise<void> {
  const error = toRestError(fromConnectError(thrown))
  const request_id = exchange.requestId
  ctx.log.error({ err: error.cause ?? thrown, request_id }, 'webhook delivery failed')
  await record(ctx, exchange, Outcome.FAILED, 'internal_error').catch((err) => {
    ctx.log.error({ err, request_id }, 'call not recorded')
  })
  const more = error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }
  answerError(exchange, new RestError(500, 'internal_error', 'internal error', more))
}

function record(ctx: Webhook, exchange: Exchange, outcome: Outcome, code: string): Promise<void> {
  return ctx.record({ caller: anonymous(exchange, Via.WEBHOOK, OPERATION), outcome, code })
}

const PATH = '/api/v1/webhooks/incidents'
const RECEIVED = '{"received":true}'
const REPLAY = '{"received":true,"replay":true}'
/** The audit operation of a delivery. */
const OPERATION = 'deliverIncident'
