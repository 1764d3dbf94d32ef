import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { ErrorDetailSchema } from '../../../proto/gen/attestry/common/v1/error_pb.ts'
import { DomainError, type ErrorDetails, type KnownReason, Reason } from './errors.ts'
import { fittingDetails } from './fitting-details.ts'

const CODES: Record<number, Code> = {
  [Reason.UNSPECIFIED]: Code.Internal,
  [Reason.VALIDATION]: Code.InvalidArgument,
  [Reason.UNAUTHENTICATED]: Code.Unauthenticated,
  [Reason.FORBIDDEN]: Code.PermissionDenied,
  [Reason.NOT_FOUND]: Code.NotFound,
  [Reason.RATE_LIMITED]: Code.ResourceExhausted,
  [Reason.CONFLICT]: Code.FailedPrecondition,
  [Reason.UNAVAILABLE]: Code.Unavailable,
  [Reason.INTERNAL]: Code.Internal,
  [Reason.TOO_LARGE]: Code.OutOfRange,
} satisfies Record<KnownReason, Code>

/**
 * Returns the error that a service answers with. A domain error carries its reason as a typed detail; any other error becomes a
 * fixed `Internal`.
 *
 * @param maxBytes limit of the details, where they are sent in a trailer
 */
export function toConnectError(error: unknown, maxBytes?: number): ConnectError {
  if (error instanceof ConnectError) return error
  if (!(error instanceof DomainError)) {
    return withReason(Reason.INTERNAL, 'internal error', undefined, error)
  }
  const { reason, message, details, cause } = error
  const sentDetails =
    details === undefined || maxBytes === undefined ? details : fittingDetails(details, maxBytes)
  return withReason(reason, message, sentDetails, cause)
}

/** Returns the domain error of a service's answer, for its client. It follows from the reason, never from the message. */
export function fromConnectError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const connect = ConnectError.from(error)
  const detail = connect.findDetails(ErrorDetailSchema)[0]
  if (detail !== undefined) {
    const options: { details?: ErrorDetails; cause: unknown } = { cause: connect.cause ?? error }
    if (detail.details !== undefined) options.details = detail.details
    return new DomainError(detail.reason, connect.rawMessage, options)
  }
  const reason = BARE[connect.code] ?? Reason.INTERNAL
  return new DomainError(reason, reason === Reason.INTERNAL ? 'internal error' : connect.rawMessage, {
    cause: error,
  })
}

/** Errors that the transport itself raises carry no reason. */
const BARE: { [code: number]: Reason } = {
  [Code.Unavailable]: Reason.UNAVAILABLE,
  [Code.DeadlineExceeded]: Reason.UNAVAILABLE,
  [Code.Canceled]: Reason.UNAVAILABLE,
  [Code.Aborted]: Reason.UNAVAILABLE,
}

function withReason(
  reason: Reason,
  message: string,
  details: ErrorDetails | undefined,
  cause: unknown,
): ConnectError {
  const detail = create(ErrorDetailSchema, details === undefined ? { reason } : { reason, details })
  return new ConnectError(
    message,
    CODES[reason] ?? Code.Internal,
    undefined,
    [{ desc: ErrorDetailSchema, value: detail }],
    cause,
  )
}
