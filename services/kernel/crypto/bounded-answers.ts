import type { IncomingMessage } from 'node:http'
import type { KMSClient } from '@aws-sdk/client-kms'
import { joinedPieces } from '../bodies/joined-pieces.ts'

/**
 * Limits the body of each answer in length and time; the SDK limits neither. A body that is too long is a permanent fault. One
 * that does not end in time is a `TimeoutError`, which the SDK tries again.
 */
export function boundAnswers(client: KMSClient, timeoutMs: number): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { response } = result as { response: { body?: unknown } }
      // The SDK accepts the bytes in place of their stream.
      response.body = await bytesOf(response.body as IncomingMessage, timeoutMs)
      return result
    },
    // The innermost middleware of its step: the SDK reads the answer in the same step, after this one.
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  )
}

async function bytesOf(answer: IncomingMessage, timeoutMs: number): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs)
  const end = () => answer.destroy(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  const pieces = joinedPieces()
  let length = 0
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > ANSWER_BYTES) throw new AnswerTooLong(`more than ${ANSWER_BYTES} bytes were answered`)
      pieces.add(piece)
    }
    return pieces.join()
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** The peer sent more than a call may read. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/** The longest answer is that of GenerateDataKey, some 9 KB. */
const ANSWER_BYTES = 64 * 1024
