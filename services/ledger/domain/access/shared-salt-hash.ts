import type { UserState } from './access-records.ts'

/**
 * A password hash of an account of the address, in any organization, whose salt a further account of the address uses too; empty
 * where there is none. It MUST NOT reach an answer: other organizations have these accounts.
 */
export async function sharedSaltHash(
  users: { byEmail(email: string): Promise<(UserState & { password: string })[]> },
  email: string,
): Promise<string> {
  const accounts = await users.byEmail(email)
  return accounts.find(({ password }) => password !== '')?.password ?? ''
}
