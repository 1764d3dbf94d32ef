import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Release, semaphore } from '../../kernel/concurrency/semaphore.ts'
import { OPEN_BRACE } from '../../kernel/values/json-bytes.ts'
import { rateLimited } from '../domain/webhook/rejection.ts'

/**
 * Waits for a place for a signed delivery.
 *
 * @returns a function that releases the place
 * @throws Rejection 429 if too many large deliveries wait
 */
export type LargeDeliveries = (organizationId: string, body: Uint8Array) => Promise<Release>

/**
 * Limits the large deliveries that are processed at a time. A delivery may hold 1,000 alerts, each of which becomes a record,
 * and then takes a thousand times the work of one alert. An organization has one place; all organizations together have two, in
 * turn. Further large deliveries wait as bodies, for at most 20 s.
 */
export function largeDeliveries(): LargeDeliveries {
  const places = semaphore({
    what: 'large deliveries',
    places: 2,
    placesPerOwner: 1,
    waiting: 40,
    waitingPerOwner: 20,
    retryAfter: RETRY_SECONDS,
    maxWaitMs: WAIT_MS,
  })
  return async (organizationId, body) => {
    if (!isLarge(body)) return NOTHING
    // `acquire` rejects if too many wait, or if the wait took too long.
    const release = await places.acquire(organizationId).catch(() => {
      throw rateLimited('large_deliveries', RETRY_SECONDS)
    })
    await nextTurn()
    return release
  }
}

/** Whether a body may hold many alerts: it is long or has many objects, which single alerts of most products are not. */
export function isLarge(body: Uint8Array): boolean {
  if (body.length > LARGE_BYTES) return true
  let objects = 0
  for (
    let at = body.indexOf(OPEN_BRACE);
    at !== -1 && objects <= MANY_OBJECTS;
    at = body.indexOf(OPEN_BRACE, at + 1)
  )
    objects += 1
  return objects > MANY_OBJECTS
}

const NOTHING: Release = () => {}
const LARGE_BYTES = 64 * 1024
const MANY_OBJECTS = 100
const WAIT_MS = 20_000
const RETRY_SECONDS = 5
