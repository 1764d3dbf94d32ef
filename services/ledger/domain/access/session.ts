import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { networkOf } from '../../../kernel/identity/client-network.ts'
import { LIMITS } from '../../../kernel/values/limits.ts'

/** How long a session lasts, even when it is in use. */
export const SESSION_HOURS = 12

/** Password tries in a minute for one account from one client network. */
const LOGIN_RATE = 10

/**
 * Counts one attempt for the account from this network, and one for the network as a whole: a caller that names a new account each
 * time MUST NOT delay the password hashes of others. The caller controls the name of the account, so only its digest becomes part
 * of a key.
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
