import { Reason } from '../../../proto/gen/attestry/common/v1/error_pb.ts'
import type { JsonValue } from '../json/canonical-json.ts'

export { Reason }

/** The reasons that this version knows; a peer of a later version may send others. */
export type KnownReason = (typeof Reason)[keyof typeof Reason]

/** The details of an error: an object that JSON can carry. */
export type ErrorDetails = { [key: string]: JsonValue }

/** Zod's flattened form of a validation error (docs/decisions/0019-details-of-a-validation-error.md). */
export type FlatErrors = { formErrors: string[]; fieldErrors: { [field: string]: string[] } }

/**
 * A refusal or failure with a closed reason. The message is for the caller and MUST NOT hold a secret or another
 * organization's data. The internal error goes into `cause`, which only the log shows.
 */
export class DomainError extends Error {
  readonly reason: Reason
  readonly details: ErrorDetails | undefined

  constructor(reason: Reason, message: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DomainError'
    this.reason = reason
    this.details = options.details
  }
}

/** Returns a validation error about named fields, in the flattened form, with optional additional details. */
export function invalid(fieldErrors: { [field: string]: string[] }, more: ErrorDetails = {}): DomainError {
  const [field, messages] = Object.entries(fieldErrors)[0] ?? ['request', ['is not valid']]
  return new DomainError(Reason.VALIDATION, `${field}: ${messages[0]}`, {
    details: { formErrors: [], fieldErrors, ...more },
  })
}

/**
 * Returns the error for an object that is not in the caller's organization. It MUST NOT show whether the object exists elsewhere.
 */
export function notFound(what: string): DomainError {
  return new DomainError(Reason.NOT_FOUND, `${what} not found`)
}
