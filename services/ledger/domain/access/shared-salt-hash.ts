import type { UserState } from './access-records.ts'

/**
 * The password hash of some account with this e-mail address, in any organization, whose salt a new account of that address reuses;
 * empty where there is none. It MUST NOT reach an answer: the accounts belong to other organizations.
 */
export async function sharedSaltHash(
  users: { byEmail(email: string): Promise<(UserState & { password: string })[]> },
  email: string,
): Promise<string> {
  const accounts = await users.byEmail(email)
  return accounts.find(({ password }) => password !== '')?.password ?? ''
}
