import type { DescMessage } from '@bufbuild/protobuf'
import type { UniversalServerRequest } from '@connectrpc/connect/protocol'
import { isUnaryJson } from '../limits/message-files.ts'
import { isStream } from '../limits/message-limit.ts'
import { jsonProblem } from './json-problem.ts'

/**
 * Keeps the JSON message of a request until the call ends, so that a refusal can say what is wrong with the message. It keeps all
 * bytes that were read: limit the body first.
 *
 * @returns `problem`: what is wrong with the message; undefined where the message is not JSON or was not read to its end
 */
export function keepJson(request: UniversalServerRequest): {
  request: UniversalServerRequest
  problem: (input: DescMessage) => string | undefined
} {
  const { body, header } = request
  if (!isUnaryJson(header.get('content-type') ?? '') || !isStream(body))
    return { request, problem: () => undefined }
  const chunks: Uint8Array[] = []
  let isWhole = false
  async function* kept(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      chunks.push(chunk)
      yield chunk
    }
    isWhole = true
  }
  return {
    request: { ...request, body: kept(body) },
    problem: (input) => (isWhole ? jsonProblem(input, Buffer.concat(chunks).toString()) : undefined),
  }
}
