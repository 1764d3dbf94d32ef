import type { DescMethod } from '@bufbuild/protobuf'
import { Code, type ConnectError } from '@connectrpc/connect'
import { toConnectError } from '../errors/connect-errors.ts'
import type { Log } from '../logging/log.ts'

/**
 * Maps an error to the error that its caller gets, within the size limits of the protocol. Unexpected errors are logged with the
 * request id.
 */
export type MapError = (
  error: unknown,
  call: { header: Headers; method: DescMethod; requestId: string | undefined },
) => ConnectError

export function errorMapper(log: Log): MapError {
  return (error, { header, method, requestId }) => {
    const grpc = header.get('content-type')?.startsWith('application/grpc') === true
    const connect = toConnectError(error, grpc ? TRAILER_BYTES : undefined)
    if (connect.code === Code.Internal || connect.code === Code.Unavailable)
      log.error({ err: error, request_id: requestId, rpc: method.name }, 'call failed')
    return connect
  }
}

/** gRPC clients accept 8 KiB of trailers, which hold an error's details in base64. */
const TRAILER_BYTES = 4096
