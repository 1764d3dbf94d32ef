import {
  BodyFault,
  type ReceiveDeliveryRequest,
} from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { verifySignature } from '../domain/webhook/signature.ts'
import { answerRejection } from './answer-rejection.ts'
import type { WebhookContext } from './context.ts'
import { deliver, isPlain } from './deliver.ts'
import { isLarge } from './large-deliveries.ts'
import { accepted, interpret, openSecret, type Verified } from './receive.ts'
import { type Answer, markSigned, receptionOf } from './reception.ts'

/**
 * Receives a delivery by the cached endpoint, without reading it from the database. The statement that writes the delivery
 * compares the endpoint's version, so that rotation, revocation and every other change take effect at once, in every process.
 * This path accepts only a delivery of one open alert that passes every check and is not large. Anything else is decided by the
 * current version of the endpoint. In that case nothing was drawn or written here, and the result of the signature check is
 * returned, so that no body is hashed twice.
 */
export async function receiveCached(
  ctx: WebhookContext,
  request: ReceiveDeliveryRequest,
  receivedAt: Date,
): Promise<{ answer: Answer } | { verified: Verified | undefined }> {
  const endpoint = ctx.endpointCache.get(request.token)
  const { body, bodyFault } = request
  if (endpoint === undefined || bodyFault !== BodyFault.UNSPECIFIED || body.length > LIMITS.bodyBytes)
    return { verified: undefined }
  const { windowSeconds } = endpoint
  const reception = receptionOf(request, endpoint, receivedAt)
  try {
    const secret = await openSecret(ctx, reception, endpoint)
    const { signature: headerLines, firstSignature: firstLines } = request
    const input = { headerLines, firstLines, body, secret, now: receivedAt, windowSeconds }
    const verified = { secret, windowSeconds, verdict: verifySignature(input) }
    if (!verified.verdict.ok || isLarge(body)) return { verified }
    markSigned(reception, endpoint)
    const interpreted = await interpret(ctx, reception, endpoint)
    if (interpreted.kind === 'rejected' || !isPlain(interpreted.alerts)) return { verified }
    const { firstSignedAt: t } = verified.verdict
    const delivered = await deliver(ctx, reception, { endpoint, t, ...interpreted })
    return delivered === undefined ? { verified } : { answer: accepted(reception, delivered) }
  } catch (thrown) {
    return { answer: await answerRejection(ctx, reception, thrown) }
  }
}
