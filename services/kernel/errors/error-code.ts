import { type KnownReason, Reason } from './errors.ts'

const CODES: Record<number, string> = {
  [Reason.UNSPECIFIED]: 'internal_error',
  [Reason.VALIDATION]: 'validation_error',
  [Reason.UNAUTHENTICATED]: 'unauthorized',
  [Reason.FORBIDDEN]: 'forbidden',
  [Reason.NOT_FOUND]: 'not_found',
  [Reason.RATE_LIMITED]: 'rate_limited',
  [Reason.CONFLICT]: 'conflict',
  [Reason.UNAVAILABLE]: 'internal_error',
  [Reason.INTERNAL]: 'internal_error',
  [Reason.TOO_LARGE]: 'payload_too_large',
} satisfies Record<KnownReason, string>

/** The stable code of a reason in answers (docs/api.md 7.1) and in audit entries. */
export function errorCode(reason: Reason): string {
  return CODES[reason] ?? 'internal_error'
}
