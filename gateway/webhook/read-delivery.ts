import { BodyFault } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { readBody } from '../http/bodies/body.ts'
import { holdBody, TOO_MANY_BODIES } from '../http/bodies/hold-body.ts'
import type { Exchange } from '../http/exchange.ts'

/**
 * Reads the raw bytes of a delivery. If the body was not read to its end, returns its beginning and the reason.
 *
 * @throws RestError 429 when there is no memory for it
 */
export async function readDelivery(exchange: Exchange): Promise<{ body: Buffer; bodyFault: BodyFault }> {
  const beginning: Buffer[] = []
  let length = 0
  const keep = (chunk: Buffer): void => {
    if (length < KEPT_BYTES) beginning.push(chunk)
    length += chunk.length
  }
  try {
    const body = await readBody(exchange.request, LIMITS.bodyBytes, holdBody(exchange), keep)
    return { body, bodyFault: BodyFault.UNSPECIFIED }
  } catch (error) {
    if (error === TOO_MANY_BODIES) throw error
    const tooLarge = error instanceof RestError && error.status === 413
    return {
      body: Buffer.concat(beginning).subarray(0, KEPT_BYTES),
      bodyFault: tooLarge ? BodyFault.TOO_LARGE : BodyFault.INCOMPLETE,
    }
  }
}

/** The part of a rejected body that is stored. */
const KEPT_BYTES = 1024
