import type { RestError } from '../http/answers/rest-error.ts'

/** The fields of an error in the Connect protocol (connectrpc.com/docs/protocol, "Error end-stream"). */
export type ConnectErrorJson = { code: string; message?: string; details?: unknown[] }

/**
 * The body of an RPC's error: the fields of Connect at the top level, for Connect clients, and the error shape of the v1 API
 * (docs/api.md 7.1) for all others.
 */
export function rpcErrorBody(
  error: RestError,
  connect: ConnectErrorJson = { code: connectCode(error) },
): string {
  const { code, message, details } = error
  return JSON.stringify({
    ...connect,
    message,
    error: details === undefined ? { code, message } : { code, message, details },
  })
}

/**
 * Returns the Connect code for an HTTP status that the gateway itself decides. A fault with a time for a retry is `unavailable`.
 */
function connectCode({ status, retryAfter }: RestError): string {
  return CODES[status] ?? (retryAfter === undefined ? 'internal' : 'unavailable')
}

const CODES: { [status: number]: string } = {
  400: 'invalid_argument',
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  413: 'resource_exhausted',
  415: 'invalid_argument',
  429: 'resource_exhausted',
}
