import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Release, semaphore } from '../../kernel/concurrency/semaphore.ts'
import { rateLimited } from '../domain/webhook/rejection.ts'

/** Waits for the place of a signed delivery. @returns a function that gives it back @throws Rejection 429 where too many large ones wait */
export type LargeDeliveries = (organizationId: string, body: Uint8Array) => Promise<Release>

/**
 * A delivery may hold 1,000 alerts, each of which becomes a record: reading and writing them takes a thousand times what one takes. Of
 * large deliveries an organization has one under way, all organizations together two, in turn; the rest wait as bodies, 20 s at most.
 */
export function largeDeliveries(): LargeDeliveries {
  const places = semaphore({
    what: 'large deliveries',
    places: 2,
    placesPerOwner: 1,
    waiting: 40,
    waitingPerOwner: 20,
    retryAfter: RETRY_SECONDS,
  })
  return async (organizationId, body) => {
    if (!isLarge(body)) return NOTHING
    // It rejects where too many wait, and where the wait is over.
    const release = await places.acquire(organizationId, AbortSignal.timeout(WAIT_MS)).catch(() => {
      throw rateLimited('large_deliveries', RETRY_SECONDS)
    })
    await nextTurn()
    return release
  }
}

/** Whether a body may hold many alerts: it is long, or has many objects. One alert of most products is neither. */
export function isLarge(body: Uint8Array): boolean {
  if (body.length > LARGE_BYTES) return true
  let objects = 0
  for (let at = body.indexOf(BRACE); at !== -1 && objects <= MANY_OBJECTS; at = body.indexOf(BRACE, at + 1))
    objects += 1
  return objects > MANY_OBJECTS
}

const NOTHING: Release = () => {}
const LARGE_BYTES = 64 * 1024
const MANY_OBJECTS = 100
const BRACE = 0x7b
const WAIT_MS = 20_000
const RETRY_SECONDS = 5
