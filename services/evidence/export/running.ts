import { type Release, semaphore } from '../../kernel/concurrency/semaphore.ts'

/** The exports in progress. Each holds a database connection and uses a processor. */
export type Running = {
  /** @throws DomainError RATE_LIMITED when the organization has 2 in progress, or all organizations together have 6 */
  acquire(organizationId: string): Promise<Release>
  /** Makes `settled` wait for a last write. */
  ending(write: Promise<void>): void
  settled(): Promise<void>
}

export function running(): Running {
  const places = semaphore({
    what: 'exports',
    places: 6,
    placesPerOwner: 2,
    waiting: 0,
    waitingPerOwner: 0,
    retryAfter: 30,
  })
  const endings = new Set<Promise<void>>()
  return {
    acquire: (organizationId) => places.acquire(organizationId),
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
