import type { UserState } from './access-records.ts'

/**
 * Returns the password hash of any account with this e-mail address, in any organization; empty if there is none. A new account
 * with the address reuses its salt. The hash MUST NOT reach an answer, because it may belong to another organization.
 */
export async function sharedSaltHash(
  users: { byEmail(email: string): Promise<(UserState & { password: string })[]> },
  email: string,
): Promise<string> {
  const accounts = await users.byEmail(email)
  return accounts.find(({ password }) => password !== '')?.password ?? ''
}
