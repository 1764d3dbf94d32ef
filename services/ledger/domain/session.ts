import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { networkOf } from '../../kernel/identity/client-network.ts'
import { LIMITS } from '../../kernel/values/limits.ts'

/** How long a session lasts, however busy. */
export const SESSION_HOURS = 12

/** Tries at a password in a minute, per account and address together. */
const LOGIN_RATE = 10

/**
 * Draws one try, on the account and on the address: who names a new account each time must not keep everybody else
 * waiting for a password hash. The account is whatever the caller says: only its digest becomes part of a key.
 *
 * @throws DomainError RATE_LIMITED
 */
export async function drawLogin(draw: Draw, account: string, address: string): Promise<void> {
  const limits = [
    { subject: `login:${networkOf(address)}:${sha256Hex(account)}`, limit: LOGIN_RATE },
    { subject: `logins:${networkOf(address)}`, limit: LIMITS.addressRate },
  ]
  await Promise.all(
    limits.map(async (limit) => {
      const { used, retryAfter } = await draw(limit)
      if (used <= limit.limit) return
      throw new DomainError(Reason.RATE_LIMITED, 'too many tries; wait a minute', {
        details: { retry_after: retryAfter },
      })
    }),
  )
}

type Draw = (draw: { subject: string; limit: number }) => Promise<{ used: number; retryAfter: number }>
