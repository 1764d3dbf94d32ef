import { sha256Hex } from '../../kernel/digest.ts'
import { DomainError, Reason } from '../../kernel/errors.ts'

/** How long a session lasts, however busy. */
export const SESSION_HOURS = 12

/** Tries at a password in a minute, per account and address together. */
const LOGIN_RATE = 10

/** Draws one try. The account is whatever the caller says: only its digest becomes part of a key. @throws DomainError RATE_LIMITED */
export async function drawLogin(
  draw: (draw: { subject: string; limit: number }) => Promise<{ used: number; retryAfter: number }>,
  account: string,
  address: string,
): Promise<void> {
  const { used, retryAfter } = await draw({
    subject: `login:${address}:${sha256Hex(account)}`,
    limit: LOGIN_RATE,
  })
  if (used <= LOGIN_RATE) return
  throw new DomainError(Reason.RATE_LIMITED, 'too many tries; wait a minute', {
    details: { retry_after: retryAfter },
  })
}
