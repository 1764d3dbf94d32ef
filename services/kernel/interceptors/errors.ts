import type { ConnectError, Interceptor } from '@connectrpc/connect'
import { callerKey } from '../identity/caller.ts'
import type { MapError } from './map-error.ts'

/** Turns every error of a handler, also one in the middle of a stream, into a Connect error. */
export function errors(mapError: MapError): Interceptor {
  return (next) => async (request) => {
    const { header, method, contextValues } = request
    const map = (error: unknown): ConnectError =>
      mapError(error, { header, method, requestId: contextValues.get(callerKey)?.requestId })
    try {
      const response = await next(request)
      return response.stream ? { ...response, message: mapped(response.message, map) } : response
    } catch (error) {
      throw map(error)
    }
  }
}

async function* mapped<T>(messages: AsyncIterable<T>, map: (error: unknown) => ConnectError) {
  try {
    yield* messages
  } catch (error) {
    throw map(error)
  }
}
