import { Code, type ConnectError, type Interceptor } from '@connectrpc/connect'
import { callerKey } from '../caller.ts'
import { toConnectError } from '../connect-errors.ts'
import type { Log } from '../log.ts'

/**
 * Turns whatever a handler throws, at once or in the midst of a stream, into a Connect error; the unexpected goes to the
 * log under the request id.
 */
export function errors(log: Log): Interceptor {
  return (next) => async (request) => {
    const told = (error: unknown): ConnectError => {
      const grpc = request.header.get('content-type')?.startsWith('application/grpc') === true
      const connect = toConnectError(error, grpc ? TRAILER_BYTES : undefined)
      if (connect.code === Code.Internal || connect.code === Code.Unavailable) {
        const requestId = request.contextValues.get(callerKey)?.requestId
        log.error({ err: error, request_id: requestId, rpc: request.method.name }, 'call failed')
      }
      return connect
    }
    try {
      const response = await next(request)
      if (!response.stream) return response
      const { service, method, header, trailer, message } = response
      return { stream: true, service, method, header, trailer, message: telling(message, told) }
    } catch (error) {
      throw told(error)
    }
  }
}

/** Clients of gRPC take 8 KiB of trailers, where an error's details travel in base64. */
const TRAILER_BYTES = 4096

async function* telling<T>(messages: AsyncIterable<T>, told: (error: unknown) => ConnectError) {
  try {
    yield* messages
  } catch (error) {
    throw told(error)
  }
}
