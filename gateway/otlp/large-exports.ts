import { semaphore } from '../../services/kernel/concurrency/semaphore.ts'

/**
 * Reads a large export, then reports it.
 *
 * @throws DomainError RATE_LIMITED when too many wait; the reason of `signal`; the errors of reading and reporting
 */
export type LargeExports = <T>(
  organizationId: string,
  signal: AbortSignal,
  read: () => Promise<T>,
  report: (read: T) => Promise<void>,
) => Promise<T>

/**
 * Limits the number of large exports in progress: they are interleaved, and each takes many times its size in memory. An
 * organization has one in progress until its spans are reported. All organizations together have two and take turns; other exports
 * wait as undecoded bodies. Only one is read at a time: a single span of 1 MB takes 100 MB as messages.
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
    const release = await places.acquire(organizationId, signal)
    try {
      const done = await reading.acquire(organizationId, signal)
      const mapped = await read().finally(done)
      await report(mapped)
      return mapped
    } finally {
      release()
    }
  }
}
