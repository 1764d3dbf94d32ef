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
  // The loop also visits the people that it adds.
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
  const hours = hoursSinceActing(person, makers)
  const never = Number.POSITIVE_INFINITY
  return people.reduce((least, one) => Math.min(least, hours.get(one) ?? never), never)
}

/**
 * Returns the accounts in whose names a person may have acted, each with the whole hours since then; 0 for the person's own. An
 * organization can have made very many accounts: each maker is visited once.
 */
export function hoursSinceActing(person: string, makers: readonly RecentMaker[]): Map<string, number> {
  const found = new Map([[person, 0]])
  const madeBy = new Map<string, string[]>()
  const byHours = [...Map.groupBy(makers, ({ hoursAgo }) => hoursAgo)].sort(([a], [b]) => a - b)
  for (const [hours, recent] of byHours) {
    for (const { account, by } of recent)
      madeBy
        .set(by, madeBy.get(by) ?? [])
        .get(by)!
        .push(account)
    const reached = recent.filter(({ by }) => found.has(by)).map(({ account }) => account)
    // The loop also visits the accounts that it adds.
    for (const account of reached) {
      if (found.has(account)) continue
      found.set(account, hours)
      for (const further of madeBy.get(account) ?? []) reached.push(further)
    }
  }
  return found
}
