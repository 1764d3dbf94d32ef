import { Code, ConnectError } from '@connectrpc/connect'
import type { UniversalClientFn } from '@connectrpc/connect/protocol'

/**
 * A client whose error is `Unavailable` where the connection to the service failed: its certificate is refused, its handshake broke off, or
 * it does not send HTTP/2. Connect makes `Internal` of what it does not know, as of an error of the service itself.
 */
export function connectionErrors(send: UniversalClientFn): UniversalClientFn {
  return async (request) => {
    const answer = await send(request).catch((error) => {
      throw connectionError(error)
    })
    return { ...answer, body: checked(answer.body) }
  }
}

async function* checked(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw connectionError(error)
  }
}

/** The cause of an error is what Node.js reported of the connection. Without a cause, the service has reset the stream. */
function connectionError(error: unknown): unknown {
  if (!(error instanceof ConnectError) || error.code !== Code.Internal || !isOfConnection(error.cause))
    return error
  return new ConnectError(error.rawMessage, Code.Unavailable, undefined, undefined, error.cause)
}

function isOfConnection(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code !== 'ERR_HTTP2_STREAM_ERROR'
}
