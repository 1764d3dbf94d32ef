import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'

/**
 * Answers DEADLINE_EXCEEDED when the deadline of the caller passes, and CANCELLED when the caller disconnects, without waiting for
 * the handler. A write of the handler that is in progress either commits with its audit entry or does not happen.
 */
export const deadline: Interceptor = (next) => async (request) => {
  const { signal } = request
  let stop = (): void => {}
  const over = new Promise<never>((_, reject) => {
    stop = () => reject(endOfCall(signal.reason))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([over, next(request)])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The error for the reason of a signal: a TimeoutError from AbortSignal.timeout; over HTTP/2 Connect gives its own error. */
export function endOfCall(reason: unknown): ConnectError {
  if (!(reason instanceof DOMException)) return ConnectError.from(reason, Code.Canceled)
  return reason.name === 'TimeoutError'
    ? new ConnectError('the operation timed out', Code.DeadlineExceeded)
    : new ConnectError('the operation was canceled', Code.Canceled)
}
