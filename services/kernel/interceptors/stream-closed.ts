import { Code, ConnectError } from '@connectrpc/connect'

/**
 * The error of a stream for an error of its handler. Node.js and Connect raise plain errors in a handler that reads or writes a stream
 * which its caller has closed, such as by the end of its process. These become `Aborted`, because the service did not fail. The same
 * codes come from other sockets of the handler, such as that of the database: they count only once the call has been aborted.
 *
 * @param signal the signal of the call
 */
export function streamClosed(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted) return error
  if (error instanceof ConnectError || !(error instanceof Error) || !('code' in error)) return error
  if (!CLOSED.has(error.code)) return error
  return new ConnectError('the caller has closed the stream', Code.Aborted, undefined, undefined, error)
}

const CLOSED = new Set<unknown>([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_HTTP2_INVALID_STREAM',
  'ECONNRESET',
  'ECANCELED',
  'EPIPE',
])
