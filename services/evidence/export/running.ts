import { type Leave, shares } from '../../kernel/shares.ts'

/** The exports under way: each holds a database connection and keeps a processor busy. */
export type Running = {
  /** @throws DomainError RATE_LIMITED when the organization has 2 under way, or all of them together 6 */
  enter(organizationId: string): Promise<Leave>
  /** Has a last write waited for by `settled`. */
  ending(write: Promise<void>): void
  settled(): Promise<void>
}

export function running(): Running {
  const places = shares({
    what: 'exports',
    places: 6,
    placesPerOwner: 2,
    waiting: 0,
    waitingPerOwner: 0,
    retryAfter: 30,
  })
  const endings = new Set<Promise<void>>()
  return {
    enter: (organizationId) => places.enter(organizationId),
    ending: (write) => {
      const done = write.then(
        () => {},
        () => {},
      )
      endings.add(done)
      void done.then(() => endings.delete(done))
    },
    settled: async () => {
      await Promise.all(endings)
    },
  }
}
