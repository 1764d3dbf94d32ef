import http2, { type Http2ServerRequest, type ServerHttp2Stream } from 'node:http2'
import { memoryBudget } from '../../concurrency/memory-budget.ts'
import { onceClosed } from './once-closed.ts'

/**
 * Limits the memory of open streams: a caller decides how long each stays open, since it may never take its answer (RFC 9113
 * section 5.2). Beyond 128 MiB for the whole process, on all ports together, the owner that holds the most loses its oldest
 * stream. A stream counts with its header until it is closed.
 *
 * @param owner the service client that opened it, or the network of a connection without a credential
 */
export function holdStream(request: Pick<Http2ServerRequest, 'stream' | 'rawHeaders'>, owner: string): void {
  const { stream } = request
  const hold = open.hold(owner, () => closeWithoutStack(stream))
  onceClosed(stream, hold.release)
  hold.add(STREAM_BYTES + headerBytes(request))
}

export function headerBytes({ rawHeaders }: Pick<Http2ServerRequest, 'rawHeaders'>): number {
  return rawHeaders.reduce((bytes, text) => bytes + text.length, 0)
}

/** Node.js makes an error of each stream that is closed. Making its stack takes most of the time, and nobody reads it. */
function closeWithoutStack(stream: ServerHttp2Stream): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    stream.close(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const open = memoryBudget(128 * 1024 * 1024)
/** What Node.js and nghttp2 keep of a stream. */
const STREAM_BYTES = 8 * 1024
