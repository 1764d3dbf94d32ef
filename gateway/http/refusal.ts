import { Outcome } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import type { Caller } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import type { GatewayContext } from '../context.ts'
import { RestError, toRestError } from './answers/rest-error.ts'
import { clientGone } from './connections/client-gone.ts'
import type { Exchange } from './exchange.ts'

/**
 * Records a call that was refused or failed, and answers its error. If the call cannot be recorded, the answer is an internal
 * error instead.
 */
export async function recordedRefusal(
  ctx: Pick<GatewayContext, 'record' | 'log'>,
  exchange: Pick<Exchange, 'requestId' | 'response'>,
  caller: Caller,
  thrown: unknown,
): Promise<RestError> {
  const { requestId: request_id } = exchange
  const error = clientGone(exchange, thrown) ?? restErrorOf(thrown)
  const outcome = error.status === 500 ? Outcome.FAILED : Outcome.REFUSED
  if (outcome === Outcome.FAILED) ctx.log.error({ err: error.cause ?? thrown, request_id }, 'call failed')
  try {
    await ctx.record({ caller, outcome, code: error.code })
    return error
  } catch (fault) {
    ctx.log.error({ err: fault, request_id }, 'call not recorded')
    return restErrorOf(fault)
  }
}

/** Maps a thrown error to the error of an answer. */
export function restErrorOf(thrown: unknown): RestError {
  return toRestError(thrown instanceof RestError ? thrown : fromConnectError(thrown))
}
