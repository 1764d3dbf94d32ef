import { ConnectError, type Interceptor } from '@connectrpc/connect'
import { fromConnectError, toConnectError } from '../errors/connect-errors.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import { REQUEST_ID_HEADER } from '../identity/caller.ts'

/**
 * The error for a stream that a service refuses. The refusal is about the credential of this process. The callers whose calls are in
 * the stream MUST NOT take it for a refusal of theirs.
 */
export function ofThisProcess(error: ConnectError): ConnectError {
  return REFUSALS.has(fromConnectError(error).reason) ? refused(error) : error
}

/**
 * Fails a stream of a service that does not trust this process. The service has given the stream an id (REQUEST_ID_HEADER), and has
 * ignored the caller that this process named.
 */
export const trustedStreams: Interceptor = (next) => async (request) => {
  const response = await next(request)
  if (!response.stream || !response.header.has(REQUEST_ID_HEADER)) return response
  try {
    for await (const _ of response.message) break
  } catch (error) {
    throw ofThisProcess(ConnectError.from(error))
  }
  throw refused()
}

function refused(cause?: ConnectError): ConnectError {
  const message = 'the service refuses this process: ATTESTRY_CLIENT_TOKEN must be the same for all processes'
  return toConnectError(new DomainError(Reason.UNAVAILABLE, message, { cause }))
}

const REFUSALS: ReadonlySet<Reason> = new Set([
  Reason.UNAUTHENTICATED,
  Reason.FORBIDDEN,
  Reason.RATE_LIMITED,
  // A service client of an organization has to name it.
  Reason.VALIDATION,
])
