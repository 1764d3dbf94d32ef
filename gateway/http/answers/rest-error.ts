import { errorCode } from '../../../services/kernel/errors/error-code.ts'
import {
  type DomainError,
  type ErrorDetails,
  type KnownReason,
  Reason,
} from '../../../services/kernel/errors/errors.ts'

/** An error of an HTTP answer: `{ "error": { code, message, details? } }` (docs/api.md 7.1). */
export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: ErrorDetails | undefined
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: ErrorDetails; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.status = status
    this.code = code
    this.details = more.details
    this.retryAfter = more.retryAfter
  }
}

/** The HTTP status of each reason. A conflict is a 400: the v1 API has no 409. */
const STATUS: Record<number, number> = {
  [Reason.UNSPECIFIED]: 500,
  [Reason.VALIDATION]: 400,
  [Reason.UNAUTHENTICATED]: 401,
  [Reason.FORBIDDEN]: 403,
  [Reason.NOT_FOUND]: 404,
  [Reason.RATE_LIMITED]: 429,
  [Reason.CONFLICT]: 400,
  [Reason.UNAVAILABLE]: 500,
  [Reason.INTERNAL]: 500,
  [Reason.TOO_LARGE]: 413,
} satisfies Record<KnownReason, number>

/** Returns the REST error of a domain error. The error of a fault MUST NOT show its cause. */
export function toRestError(error: DomainError | RestError): RestError {
  if (error instanceof RestError) return error
  const status = STATUS[error.reason] ?? 500
  if (status === 500) {
    const passing = error.reason === Reason.UNAVAILABLE ? { retryAfter: RETRY_SECONDS } : {}
    return new RestError(500, 'internal_error', 'internal error', { ...passing, cause: error })
  }
  const retryAfter = error.details?.retry_after
  return new RestError(
    status,
    error.reason === Reason.CONFLICT ? 'validation_error' : errorCode(error.reason),
    error.message,
    {
      ...(error.details === undefined ? {} : { details: error.details }),
      ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
      cause: error,
    },
  )
}

/** Returns the body of an error answer. */
export function errorBody({
  code,
  message,
  details,
}: Pick<RestError, 'code' | 'message' | 'details'>): string {
  return JSON.stringify({ error: details === undefined ? { code, message } : { code, message, details } })
}

/** Seconds after which a caller may try again after a temporary fault. */
const RETRY_SECONDS = 5
