import http2, { type Http2ServerResponse } from 'node:http2'
import type { ContextValues } from '@connectrpc/connect'
import type { UniversalServerResponse } from '@connectrpc/connect/protocol'
import { memoryBudget } from '../../concurrency/memory-budget.ts'
import { callerOf } from '../../identity/caller.ts'
import { isEntryPoint, originKey } from '../../identity/origin.ts'
import { encodedBytes } from './large-answers.ts'
import { isStream } from './message-limit.ts'
import { onceClosed } from './once-closed.ts'

/**
 * Limits the memory of answers that microservices do not read: each decides how much may be sent to it (RFC 9113 section 5.2).
 * Beyond 128 MiB for the whole process, on all ports together, the client that holds the most loses its oldest answer. An answer
 * counts until its stream is closed; of an answer with several messages, only the last one counts.
 */
export function holdAnswer(
  answer: UniversalServerResponse,
  values: ContextValues,
  { stream }: Pick<Http2ServerResponse, 'stream'>,
): UniversalServerResponse {
  const { body } = answer
  if (body === undefined || !isStream(body) || !isEntryPoint(values.get(originKey))) return answer
  const hold = unsent.hold(callerOf({ values }).actor?.id ?? '', () =>
    stream.close(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM),
  )
  onceClosed(stream, hold.release)
  async function* held(chunks: AsyncIterable<Uint8Array>) {
    let before = 0
    for await (const chunk of chunks) {
      // The next chunk is requested when the previous one has been written.
      const bytes = encodedBytes(values) ?? chunk.length
      hold.add(bytes - before)
      before = bytes
      yield chunk
    }
  }
  return { ...answer, body: held(body) }
}

const unsent = memoryBudget(128 * 1024 * 1024)
