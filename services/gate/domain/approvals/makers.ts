/**
 * An account, and who made it, reset its password or renewed its invitation within the last 30 days, and how long ago, in whole
 * hours. During the organization's wait `by` may be able to sign in as `account`, so both count as one person for separation of
 * duties.
 */
export type RecentMaker = { account: string; by: string; hoursAgo: number }

/** A grant of an attestation role to a person by an account, and how long ago, in whole hours. */
export type RoleGrant = { role: string; to: string; by: string; hoursAgo: number }

/**
 * Returns these people, and everyone who may have acted in the name of one of them: who made the account, who made that
 * person's account, and so on.
 *
 * @param hours what is longer ago does not count
 */
export function mayHaveActedAs(
  people: Iterable<string>,
  makers: readonly RecentMaker[],
  hours: number,
): Set<string> {
  const recent = makers.filter(({ hoursAgo }) => hoursAgo < hours)
  const makersOf = Map.groupBy(recent, ({ account }) => account)
  const found = new Set(people)
  // A set is walked in the order in which it grows.
  for (const person of found) for (const { by } of makersOf.get(person) ?? []) found.add(by)
  return found
}

/**
 * Returns for how many whole hours a person cannot have acted in the name of another one of these people any more. Infinity where
 * the person never could; 0 for one of these people.
 */
export function hoursSinceActingAs(
  person: string,
  people: readonly string[],
  makers: readonly RecentMaker[],
): number {
  if (people.includes(person)) return 0
  const waits = [...new Set(makers.map(({ hoursAgo }) => hoursAgo))].sort((a, b) => a - b)
  // Whoever may have acted within some hours may have within more: an organization can have made very many accounts.
  let [from, to] = [0, waits.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (mayHaveActedAs(people, makers, waits[middle]! + 1).has(person)) to = middle
    else from = middle + 1
  }
  return waits[from] ?? Number.POSITIVE_INFINITY
}
