import { mintPassword } from '../../../kernel/crypto/secrets.ts'
import { checkPassword } from './password-check.ts'

/**
 * Returns the password that one person gives another: the given one after it was checked, or, where it is empty, a minted one.
 *
 * @param email the address of the person who gets it
 * @returns the password, and `minted`: the same if it was minted, for the answer; otherwise empty
 * @throws DomainError VALIDATION
 */
export async function newPassword(
  given: string,
  email: string,
): Promise<{ password: string; minted: string }> {
  if (given === '') {
    const minted = mintPassword()
    return { password: minted, minted }
  }
  await checkPassword('password', given, email)
  return { password: given, minted: '' }
}
