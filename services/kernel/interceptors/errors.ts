import { Code, type Interceptor } from '@connectrpc/connect'
import { callerKey } from '../caller.ts'
import { toConnectError } from '../connect-errors.ts'
import type { Log } from '../log.ts'

/** Turns whatever a handler throws into a Connect error; the unexpected goes to the log under the request id. */
export function errors(log: Log): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request)
    } catch (error) {
      const connect = toConnectError(error)
      if (connect.code === Code.Internal || connect.code === Code.Unavailable) {
        const requestId = request.contextValues.get(callerKey)?.requestId
        log.error({ err: error, request_id: requestId, rpc: request.method.name }, 'call failed')
      }
      throw connect
    }
  }
}
