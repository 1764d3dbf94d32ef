import http2, { type Http2Session, type ServerHttp2Stream } from 'node:http2'

/**
 * Lets a caller send the rest of a body after its call was answered. Otherwise Node.js resets the stream once the answer is sent
 * (RFC 9113 section 8.1 allows it), and curl 7.88, if it is still sending, reports a framing error instead of the answer.
 *
 * The rest is dropped. Beyond the first window of a stream, and beyond a few streams of a connection, a stream is reset as before:
 * a caller that never ends its body holds no more than those.
 */
export function dropUnread(stream: ServerHttp2Stream): void {
  const { session } = stream
  if (session === undefined || stream.readableFlowing !== null || stream.readableEnded) return
  const open = left.get(session) ?? 0
  if (open >= MAX_STREAMS) return
  left.set(session, open + 1)
  stream.once('close', () => left.set(session, left.get(session)! - 1))
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) stream.close(http2.constants.NGHTTP2_NO_ERROR)
  })
}

/** How many streams of a connection wait for the rest of a body. */
const left = new WeakMap<Http2Session, number>()
const MAX_STREAMS = 8
/** The initial window of a stream (RFC 9113 section 6.9.2). */
const MAX_BYTES = 65_535
