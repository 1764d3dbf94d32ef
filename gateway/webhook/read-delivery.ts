import type { IncomingMessage } from 'node:http'
import { BodyFault } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { readBody } from '../http/body.ts'
import { RestError } from '../http/rest-error.ts'

/** The raw bytes of a delivery; of a body that was not read to its end, the beginning of it and why. Never rejects. */
export async function readDelivery(
  request: IncomingMessage,
): Promise<{ body: Buffer; bodyFault: BodyFault }> {
  const beginning: Buffer[] = []
  let length = 0
  const keep = (chunk: Buffer): void => {
    if (length < KEPT_BYTES) beginning.push(chunk)
    length += chunk.length
  }
  try {
    return { body: await readBody(request, LIMITS.bodyBytes, keep), bodyFault: BodyFault.UNSPECIFIED }
  } catch (error) {
    const tooLarge = error instanceof RestError && error.status === 413
    return {
      body: Buffer.concat(beginning).subarray(0, KEPT_BYTES),
      bodyFault: tooLarge ? BodyFault.TOO_LARGE : BodyFault.INCOMPLETE,
    }
  }
}

/** What is kept of a body that is not taken. */
const KEPT_BYTES = 1024
