/**
 * Who made the account of a person, reset its password or renewed its invitation, within the organization's wait: `by` may know the
 * way into `account`, so that for so long the two count as one where duties are separated.
 */
export type RecentMaker = { account: string; by: string }

/** That an account gave a person an attestation role, and when, in whole hours. */
export type RoleGrant = { role: string; to: string; by: string; hoursAgo: number }

/** Those people, and everyone who may have acted in the name of one of them: who made the account, who made that one's account, and so on. */
export function mayHaveActedAs(people: Iterable<string>, makers: readonly RecentMaker[]): Set<string> {
  const makersOf = Map.groupBy(makers, ({ account }) => account)
  const found = new Set(people)
  // A set is walked in the order in which it grows.
  for (const person of found) for (const { by } of makersOf.get(person) ?? []) found.add(by)
  return found
}
