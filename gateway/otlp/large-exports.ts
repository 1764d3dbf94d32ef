import { semaphore } from '../../services/kernel/semaphore.ts'

/**
 * Reads a large export, then reports it. @throws DomainError RATE_LIMITED when too many wait; the reason of `signal`; what the two throw
 */
export type LargeExports = <T>(
  organizationId: string,
  signal: AbortSignal,
  read: () => Promise<T>,
  report: (read: T) => Promise<void>,
) => Promise<T>

/**
 * Limits how many large exports are under way at once, since others are begun between two pieces of one, and each takes many times its bytes. Until
 * its spans are reported an organization has one in memory besides those bodies that wait, all organizations together two, in turn. One is read
 * at a time: as messages, a single span of a megabyte takes a hundred.
 */
export function largeExports(): LargeExports {
  const common = {
    what: 'large exports',
    placesPerOwner: 1,
    waiting: 200,
    waitingPerOwner: 50,
    retryAfter: 2,
  }
  const places = semaphore({ ...common, places: 2 })
  const reading = semaphore({ ...common, places: 1 })
  return async (organizationId, signal, read, report) => {
    const leave = await places.enter(organizationId, signal)
    try {
      const done = await reading.enter(organizationId, signal)
      const mapped = await read().finally(done)
      await report(mapped)
      return mapped
    } finally {
      leave()
    }
  }
}
