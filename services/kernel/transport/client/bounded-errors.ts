import { Code, ConnectError } from '@connectrpc/connect'
import type { Compression, UniversalClientFn, UniversalClientResponse } from '@connectrpc/connect/protocol'
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node'
import { envelopes } from '../limits/envelopes.ts'

/**
 * A client that limits errors to 1 MiB, decompressed: answers with a status other than 200, and the ends of streams. Connect
 * parses these as JSON, as large as any answer may be: 126 MiB of brackets take some 5 GB.
 */
export function boundedErrors(send: UniversalClientFn): UniversalClientFn {
  return async (request) => {
    const answer = await send(request)
    if (answer.status !== 200) return { ...answer, ...(await bounded(answer)) }
    const isStream = answer.header.get('content-type')?.startsWith('application/connect+') === true
    return isStream ? { ...answer, body: withBoundedEnd(answer.body) } : answer
  }
}

async function bounded({
  header,
  body,
}: UniversalClientResponse): Promise<Pick<UniversalClientResponse, 'header' | 'body'>> {
  const name = header.get('content-encoding')
  const compression = COMPRESSIONS.find((one) => one.name === name)
  const bytes = await readUpTo(body)
  // Connect refuses an unknown encoding.
  if (compression === undefined) return { header, body: once(bytes) }
  const plain = new Headers(header)
  plain.delete('content-encoding')
  plain.delete('content-length')
  return { header: plain, body: once(await compression.decompress(bytes, MAX_ERROR_BYTES)) }
}

async function readUpTo(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ERROR_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Limits the end of a stream. */
async function* withBoundedEnd(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const check = envelopes(({ length, isEnd }) => {
    if (isEnd && length > MAX_ERROR_BYTES) throw tooLarge()
    return undefined
  })
  for await (const chunk of body) {
    check(chunk)
    yield chunk
  }
}

const tooLarge = (): ConnectError =>
  new ConnectError('the error of the answer is too large', Code.ResourceExhausted)

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** The encodings that the command accepts. */
export const COMPRESSIONS: Compression[] = [compressionGzip, compressionBrotli]
/** The refusal of a batch of 1,000 names at most four fields of each entry. */
const MAX_ERROR_BYTES = 1024 * 1024
