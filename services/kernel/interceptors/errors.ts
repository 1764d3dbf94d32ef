import type { ConnectError, Interceptor } from '@connectrpc/connect'
import { callerKey } from '../identity/caller.ts'
import type { MapError } from './map-error.ts'

/** Turns whatever a handler throws, at once or in the midst of a stream, into a Connect error. */
export function errors(mapError: MapError): Interceptor {
  return (next) => async (request) => {
    const { header, method, contextValues } = request
    const told = (error: unknown): ConnectError =>
      mapError(error, { header, method, requestId: contextValues.get(callerKey)?.requestId })
    try {
      const response = await next(request)
      return response.stream ? { ...response, message: telling(response.message, told) } : response
    } catch (error) {
      throw told(error)
    }
  }
}

async function* telling<T>(messages: AsyncIterable<T>, told: (error: unknown) => ConnectError) {
  try {
    yield* messages
  } catch (error) {
    throw told(error)
  }
}
