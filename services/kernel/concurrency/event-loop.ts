import { setImmediate as nextTurn } from 'node:timers/promises'

/** Called before each item; what it returns is awaited. */
export type Share = () => Promise<void> | undefined

/**
 * Shares the event loop. Code that processes many items calls this before each item. It yields to other waiting work once
 * the processing has held the loop for 5 ms: a call of somebody else waits for some ten turns of it.
 */
export function eventLoopShare(): Share {
  let since = performance.now()
  const giveWay = async (): Promise<void> => {
    await nextTurn()
    since = performance.now()
  }
  return () => (performance.now() - since > HELD_MS ? giveWay() : undefined)
}

/** What `map` makes of each item. The event loop is shared. */
export async function mapInTurns<T, U>(items: readonly T[], map: (item: T, i: number) => U): Promise<U[]> {
  const share = eventLoopShare()
  const mapped: U[] = []
  for (const [i, item] of items.entries()) {
    const wait = share()
    if (wait !== undefined) await wait
    mapped.push(map(item, i))
  }
  return mapped
}

const HELD_MS = 5
