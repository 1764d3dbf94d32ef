/**
 * An account, and who made it, reset its password or renewed its invitation within the organization's wait. During that time
 * `by` may be able to sign in as `account`, so both count as one person for separation of duties.
 */
export type RecentMaker = { account: string; by: string }

/** A grant of an attestation role to a person by an account, and how long ago, in whole hours. */
export type RoleGrant = { role: string; to: string; by: string; hoursAgo: number }

/**
 * Returns these people, and everyone who may have acted in the name of one of them: who made the account, who made that
 * person's account, and so on.
 */
export function mayHaveActedAs(people: Iterable<string>, makers: readonly RecentMaker[]): Set<string> {
  const makersOf = Map.groupBy(makers, ({ account }) => account)
  const found = new Set(people)
  // A set is walked in the order in which it grows.
  for (const person of found) for (const { by } of makersOf.get(person) ?? []) found.add(by)
  return found
}
