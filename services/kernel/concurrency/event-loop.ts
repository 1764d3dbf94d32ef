/** Called before each item; what it returns is awaited. */
export type Share = () => Promise<void> | undefined

/**
 * Shares the event loop. Code that processes many items calls this before each item. It yields to other waiting work once
 * the processing has held the loop for 5 ms.
 */
export function eventLoopShare(): Share {
  let since = performance.now()
  const giveWay = async (): Promise<void> => {
    await ownTurn()
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

/**
 * Goes on in a turn of the event loop of its own, after those that wait already: a call of somebody else waits for some ten turns, and each
 * is held by one piece of work, however many there are.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (WAITING.push(resolve) === 1) setImmediate(goOn)
  })
}

function goOn(): void {
  WAITING.shift()!()
  if (WAITING.length > 0) setImmediate(goOn)
}

/** Of the process, as its event loop is. */
const WAITING: (() => void)[] = []
const HELD_MS = 5
