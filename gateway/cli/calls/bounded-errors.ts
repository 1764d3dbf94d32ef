import { Code, ConnectError } from '@connectrpc/connect'
import type { Compression, UniversalClientFn, UniversalClientResponse } from '@connectrpc/connect/protocol'
import { compressionBrotli, compressionGzip, createNodeHttpClient } from '@connectrpc/connect-node'

/**
 * A client of HTTP/1.1 whose answers with another status than 200 have at most 1 MiB, decompressed. Connect parses these as JSON, as large as
 * any answer may be: 126 MiB of brackets take some 5 GB.
 */
export function boundedErrorsClient(): UniversalClientFn {
  const send = createNodeHttpClient({ httpVersion: '1.1' })
  return async (request) => {
    const answer = await send(request)
    return answer.status === 200 ? answer : { ...answer, ...(await bounded(answer)) }
  }
}

async function bounded({
  header,
  body,
}: UniversalClientResponse): Promise<Pick<UniversalClientResponse, 'header' | 'body'>> {
  const name = header.get('content-encoding')
  const compression = COMPRESSIONS.find((one) => one.name === name)
  const bytes = await readUpTo(body)
  // An encoding that is not known is left to Connect, which refuses it.
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
    if (bytes > MAX_ERROR_BYTES)
      throw new ConnectError('the error of the answer is too large', Code.ResourceExhausted)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** What the command accepts. */
export const COMPRESSIONS: Compression[] = [compressionGzip, compressionBrotli]
/** A refused batch of 1,000 names at most four fields of each. */
const MAX_ERROR_BYTES = 1024 * 1024
