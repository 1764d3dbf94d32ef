import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry } from '../../kernel/audit/audit-entry.ts'
import { fromConnectError } from '../../kernel/errors/connect-errors.ts'
import { type ErrorDetails, Reason } from '../../kernel/errors/errors.ts'
import { excerptOf } from '../domain/webhook/excerpt.ts'
import { Rejection } from '../domain/webhook/rejection.ts'
import type { WebhookContext } from './context.ts'
import { type Answer, type Reception, receivedBefore } from './reception.ts'

type RejectionContext = Pick<WebhookContext, 'rejected' | 'clock' | 'log' | 'unsignedEntry' | 'signedCalls'>

/**
 * Records a call that was not accepted, and answers it: a rejection with its own status and code, a fault with 500. Two kinds
 * of unsigned calls are only counted, by the gateway, whatever endpoint they name: those beyond the limit of their address, and
 * those beyond the number of entries that all unsigned calls may have in a minute.
 * Of the refused signed calls of an endpoint, those beyond `LIMITS.callerRefusals` in a minute are counted in its organization's log.
 */
export async function answerRejection(
  ctx: RejectionContext,
  reception: Reception,
  thrown: unknown,
): Promise<Answer> {
  if (!(thrown instanceof Rejection)) return answerFault(ctx, reception, thrown)
  const { status, code, reason, message, details, retryAfter } = thrown
  const unrecorded = reason === 'address_limit' || isBeyondEntries(ctx, reception)
  if (!unrecorded) await record(ctx, reception, { outcome: Outcome.REFUSED, status, code, reason, message })
  return {
    status,
    code,
    message,
    retryAfter,
    unrecorded,
    quota: reception.quota,
    ...(details === undefined ? {} : { details }),
  }
}

/**
 * An internal fault is answered with 500, so that the sender tries again. If the delivery was written all the same, its audit
 * entry exists already and no other is added.
 */
async function answerFault(ctx: RejectionContext, reception: Reception, thrown: unknown): Promise<Answer> {
  const error = fromConnectError(thrown)
  const request_id = reception.request.requestId
  ctx.log.error({ err: error.cause ?? thrown, request_id }, 'webhook delivery failed')
  const message = 'internal error'
  const fault = { outcome: Outcome.FAILED, status: 500, code: 'internal_error', reason: 'fault', message }
  const unrecorded = isBeyondEntries(ctx, reception)
  if (!unrecorded)
    await record(ctx, reception, fault).catch((err) => {
      ctx.log.error({ err, request_id }, 'call not recorded')
    })
  const retryAfter = error.reason === Reason.UNAVAILABLE ? RETRY_SECONDS : 0
  return {
    status: 500,
    code: fault.code,
    message: 'internal error',
    retryAfter,
    unrecorded,
    quota: reception.quota,
  }
}

function isBeyondEntries(ctx: RejectionContext, { signed }: Reception): boolean {
  return !signed && !ctx.unsignedEntry()
}

async function record(ctx: RejectionContext, reception: Reception, result: Result): Promise<void> {
  const { request, found, caller, signed } = reception
  const { outcome, code, status, reason, message } = result
  const at = ctx.clock.now()
  const details = detailsOf(reception, reason)
  const alone = () =>
    ctx.rejected.record({
      entry: auditEntry({ caller, at, outcome, code, details }),
      endpoint: found,
      call: {
        id: request.requestId,
        signed,
        receivedAt: receivedBefore(reception, at),
        status,
        code,
        reason,
        message,
        excerpt: excerptOf(request.body),
      },
    })
  await (signed ? ctx.signedCalls.record({ caller, outcome, code, details }, alone) : alone())
}

/** The details of an unsigned call name only the address of its sender. */
function detailsOf({ request, found, signed }: Reception, reason: string): ErrorDetails {
  if (signed) return { reason }
  const endpoint: ErrorDetails = found === undefined ? {} : { endpoint_id: found.id }
  return { client_address: request.clientAddress, reason, ...endpoint }
}

/** When to retry after a temporary fault. */
const RETRY_SECONDS = 5

type Result = { outcome: Outcome; status: number; code: string; reason: string; message: string }
