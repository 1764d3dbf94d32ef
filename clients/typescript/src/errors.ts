/** The codes of the API's errors (docs/api.md 7). A later version may have more. */
export type ErrorCode =
  | 'validation_error'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'invalid_json'
  | 'invalid_format'
  | 'invalid_cyberklar_payload'
  | 'invalid_vendor_siem_payload'
  | 'invalid_generic_json_payload'
  | (string & {})

/**
 * The base of the errors of this client. Wrong arguments throw `TypeError` or `RangeError`; an abort throws the signal's reason.
 */
export class AttestryError extends Error {
  override name = 'AttestryError'
}

/** No answer of the API came after the retries: a network error, a time-out, or an answer that is not the API's. */
export class Unreachable extends AttestryError {
  override name = 'Unreachable'
}

/** The log is not the one that was read before: it was restored to an earlier state, or has another entry in that place. */
export class LogChanged extends AttestryError {
  override name = 'LogChanged'
}

/** The call is not signed with this secret, was altered, or its time is too far from now. */
export class InvalidSignature extends AttestryError {
  override name = 'InvalidSignature'
}

/** The details of a refusal. */
export type Refusal = {
  status: number
  code: ErrorCode
  message: string
  details: { [name: string]: unknown } | undefined
  /** The id of the call in the audit log. */
  requestId: string | undefined
  /** How long the API asks to wait, in milliseconds. */
  retryAfterMs: number | undefined
}

/** The API refused the call. Handle it by its `code` or its class. */
export class ApiError extends AttestryError {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: { [name: string]: unknown } | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(refusal: Refusal) {
    super(`${refusal.status} ${refusal.code}: ${refusal.message}${more(refusal.details)}`)
    this.status = refusal.status
    this.code = refusal.code
    this.details = refusal.details
    this.requestId = refusal.requestId
    this.retryAfterMs = refusal.retryAfterMs
  }
}

/** 400 `validation_error`. `fieldErrors`: the errors of each field; `formErrors`: those of the request as a whole. */
export class ValidationFailed extends ApiError {
  override name = 'ValidationFailed'
  get fieldErrors(): { [field: string]: string[] } {
    return (this.details?.fieldErrors ?? {}) as { [field: string]: string[] }
  }
  get formErrors(): string[] {
    return (this.details?.formErrors ?? []) as string[]
  }
}

/** 401: the key is unknown or revoked. */
export class Unauthorized extends ApiError {
  override name = 'Unauthorized'
}

/** 403: the key lacks the permission, or the organization does not have the add-on `addon`. */
export class Forbidden extends ApiError {
  override name = 'Forbidden'
  get addon(): string | undefined {
    return this.details?.addon as string | undefined
  }
}

/** 404: the organization of the key does not have it. */
export class NotFound extends ApiError {
  override name = 'NotFound'
}

/** 413: the body is over the limit. */
export class PayloadTooLarge extends ApiError {
  override name = 'PayloadTooLarge'
}

/** 429, after the retries. `retryAfterMs`: how long to wait before the next call. */
export class RateLimited extends ApiError {
  override name = 'RateLimited'
}

/** 5xx, after the retries. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

/** Returns the error of an answer; undefined where the body is not `{ "error": { code, message, details } }`. */
export function errorOf(status: number, body: unknown, headers: Headers): ApiError | undefined {
  const { error } = (body ?? {}) as { error?: { code?: unknown; message?: unknown; details?: unknown } }
  if (typeof error !== 'object' || error === null || typeof error.code !== 'string') return undefined
  const { code, message, details } = error
  const Kind = BY_CODE[code] ?? (status >= 500 ? ServerError : ApiError)
  return new Kind({
    status,
    code,
    message: String(message),
    details: typeof details === 'object' && details !== null ? { ...details } : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers),
  })
}

/** Returns how many errors of the request `details` has beside the first one, which the message names; '' if none. */
function more(details: Refusal['details']): string {
  const { formErrors = [], fieldErrors } = (details ?? {}) as { formErrors?: unknown; fieldErrors?: unknown }
  const errors = [formErrors, ...Object.values(fieldErrors ?? {})].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  return errors.length > 1 ? ` (and ${errors.length - 1} more in details)` : ''
}

const BY_CODE: { [code: string]: typeof ApiError | undefined } = {
  __proto__: null as never,
  validation_error: ValidationFailed,
  unauthorized: Unauthorized,
  forbidden: Forbidden,
  not_found: NotFound,
  payload_too_large: PayloadTooLarge,
  rate_limited: RateLimited,
  internal_error: ServerError,
}

/** Returns `Retry-After` (RFC 9110 section 10.2.3; seconds or a date) in milliseconds from now. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
