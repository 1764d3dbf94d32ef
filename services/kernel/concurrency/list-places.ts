import { setImmediate as turn } from 'node:timers/promises'
import { createContextKey } from '@connectrpc/connect'
import { type Release, semaphore } from './semaphore.ts'

/** Places for lists. A list may have 12 MB, and takes several times that while it is made. */
type ListPlaces = {
  /**
   * Waits for a place.
   *
   * @throws DomainError RATE_LIMITED when too many lists of the owner wait; the reason of `signal` when it aborts
   */
  acquire(owner: string, signal: AbortSignal): Promise<ListPlace>
}

export type ListPlace = {
  /** Called with the bytes read so far, each time before more are read. What it returns has to be awaited. */
  read(bytes: number): Promise<void> | undefined
  /** Called with the bytes encoded so far, each time before more are encoded. What it returns has to be awaited. */
  grew(bytes: number): Promise<void> | undefined
  /** Aborts when the caller leaves. */
  signal: AbortSignal
  /** Gives the place back. @param bytes of the whole list */
  done(bytes: number): void
}

/**
 * The place of a list whose message is not encoded yet. `encodeLarge` takes it out, and gives it back once the message is encoded.
 * Where the call ends before, it MUST be given back by who put it here.
 */
export const listPlaceKey = createContextKey<ListPlace | undefined>(undefined, { description: 'list place' })

/** Waits before more of a list is encoded; called with the bytes encoded so far. */
export type Grew = ListPlace['grew']

/**
 * Limits how many lists are made at once, so that lists that nobody reads do not fill the memory before they count as unread
 * answers. The size of a list is known only while it is read or encoded. One that turns out to be large gives its place to others
 * and waits for another one, in a line of at most `MAX_GROWN` or `MAX_BEGUN`: small lists wait for no large one. An owner that
 * had a large list among its last ones makes one at a time, and all such owners together make two.
 */
export function listPlaces(): ListPlaces {
  const common = { what: 'lists', waiting: 1000, waitingPerOwner: 200, retryAfter: 1 }
  const places = semaphore({ ...common, places: 4, placesPerOwner: 2 })
  const placesOfLarge = semaphore({ ...common, places: 2, placesPerOwner: 1 })
  const placesOfGrown = semaphore({ ...common, places: 1, placesPerOwner: 1 })
  const large = recentlyLarge()
  let grown = 0

  const placeOf = async (owner: string, signal: AbortSignal): Promise<Held> => {
    for (;;) {
      const isLarge = large.has(owner)
      const releaseLarge = isLarge ? await placesOfLarge.acquire(owner, signal) : undefined
      try {
        const release = await places.acquire(owner, signal)
        if (isLarge || !large.has(owner)) return { release, releaseLarge }
        // Another list of the owner has turned out to be large meanwhile.
        release()
      } catch (refused) {
        releaseLarge?.()
        throw refused
      }
    }
  }
  return {
    acquire: async (owner, signal) => {
      let { release, releaseLarge } = await placeOf(owner, signal)
      let isDone = false
      let hasGrown = releaseLarge !== undefined
      const move = async (): Promise<void> => {
        grown += 1
        release()
        release = () => {}
        // Its caller may have left meanwhile: it MUST NOT lose the place that it is about to get.
        const releaseGrown = await placesOfGrown.acquire(owner)
        release = () => {
          release = () => {}
          grown -= 1
          releaseGrown()
        }
        if (isDone) release()
      }
      const grewTo = (bytes: number, most: number): Promise<void> | undefined => {
        if (hasGrown || bytes < LARGE_BYTES || grown >= most) return undefined
        hasGrown = true
        large.note(owner, bytes)
        return move()
      }
      return {
        signal,
        read: (bytes) => grewTo(bytes, MAX_BEGUN),
        grew: (bytes) => grewTo(bytes, MAX_GROWN),
        done: (bytes) => {
          if (isDone) return
          isDone = true
          large.note(owner, bytes)
          void afterTurns(bytes).then(() => {
            release()
            releaseLarge?.()
          })
        },
      }
    },
  }
}

type Held = { release: Release; releaseLarge: Release | undefined }

/** Owners that had a large list among their last `LISTS`. */
function recentlyLarge() {
  const left = new Map<string, number>()
  return {
    has: (owner: string): boolean => left.has(owner),
    note: (owner: string, bytes: number): void => {
      const lists = bytes >= LARGE_BYTES ? LISTS : (left.get(owner) ?? 0) - 1
      if (lists > 0) left.set(owner, lists)
      else left.delete(owner)
    },
  }
}

/** Between two lists the event loop gets turns for other work, the more the larger the list was: it accepts one connection in each. */
async function afterTurns(bytes: number): Promise<void> {
  for (let n = 0; n <= Math.min(TURNS, bytes / BYTES_A_TURN); n++) await turn()
}

const TURNS = 32
const BYTES_A_TURN = 64 * 1024
const LARGE_BYTES = 2 * 1024 * 1024
const LISTS = 16
/** How many large lists may be in memory in addition to those that have a place. */
const MAX_GROWN = 6
/** The same for lists that are still being read: only LARGE_BYTES of each are in memory. */
const MAX_BEGUN = 24
