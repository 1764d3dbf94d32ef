import { mintSecret } from '../../../kernel/crypto/secrets.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { DAY_MS } from '../../../kernel/values/time.ts'

/** Makes a code with which a person chooses a password. It is valid for seven days. */
export function mintInvitation(at: Date): { code: string; codeHash: Buffer; expiresAt: Date } {
  const { secret, hash } = mintSecret('ati')
  return { code: secret, codeHash: hash, expiresAt: new Date(at.getTime() + DAYS * DAY_MS) }
}

/** The error is the same, whatever makes the code invalid. */
export function noInvitation(): DomainError {
  return new DomainError(Reason.UNAUTHENTICATED, 'the invitation is unknown, used, replaced or has expired')
}

const DAYS = 7
