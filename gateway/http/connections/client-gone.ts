import { Code, ConnectError } from '@connectrpc/connect'
import { RestError } from '../answers/rest-error.ts'
import type { Exchange } from '../exchange.ts'

/** Returns a signal that aborts the work for a client once it has disconnected. */
export function abortOnDisconnect({ response }: Pick<Exchange, 'response'>): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}

/**
 * Returns the error of a call that ended because its client has disconnected; undefined for every other error. It is not a fault.
 * The client does not see it, but the audit entry and the metrics do.
 */
export function clientGone({ response }: Pick<Exchange, 'response'>, thrown: unknown): RestError | undefined {
  if (!response.destroyed || response.writableFinished || !isAbort(thrown)) return undefined
  return new RestError(499, 'client_closed_request', 'the client has gone', { cause: thrown })
}

/** Whether the error, or one of its causes, is the reason of a signal that was aborted, or CANCELLED of an RPC. */
function isAbort(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error.name === 'AbortError' || (error instanceof ConnectError && error.code === Code.Canceled))
      return true
  return false
}
