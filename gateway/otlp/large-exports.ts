import { semaphore } from '../../services/kernel/semaphore.ts'
import { SMALL_BYTES } from './pieces.ts'

/** Reads an export of so many bytes, in a place if it is large. @throws DomainError RATE_LIMITED when too many wait; the reason of `signal` */
export type LargeExports = <T>(
  bytes: number,
  organizationId: string,
  signal: AbortSignal,
  read: () => Promise<T>,
) => Promise<T>

/**
 * Limits how many large exports are decoded at once, since others are begun between two pieces of one: an export of a megabyte can be a
 * hundred times as large once it is decoded. One is decoded at a time, organizations in turn.
 */
export function largeExports(): LargeExports {
  const places = semaphore({
    what: 'large exports',
    places: 1,
    placesPerOwner: 1,
    waiting: 200,
    waitingPerOwner: 50,
    retryAfter: 2,
  })
  return async (bytes, organizationId, signal, read) => {
    if (bytes <= SMALL_BYTES) return await read()
    const leave = await places.enter(organizationId, signal)
    try {
      return await read()
    } finally {
      leave()
    }
  }
}
