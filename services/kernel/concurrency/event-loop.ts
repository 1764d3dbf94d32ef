/** Called before each item; the caller awaits the result. */
export type Share = () => Promise<void> | undefined

/**
 * Shares the event loop. Code that processes many items calls the returned function before each item. It yields to other waiting
 * work once the processing has held the loop for 5 ms.
 */
export function eventLoopShare(): Share {
  let since = performance.now()
  const giveWay = async (): Promise<void> => {
    await ownTurn()
    since = performance.now()
  }
  return () => (performance.now() - since > HELD_MS ? giveWay() : undefined)
}

/** Maps each item, and shares the event loop meanwhile. */
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
 * Returns a function that continues in a separate turn of the event loop, after the work that already waits in the same queue. Each
 * turn of a queue is held by one piece of work only, however many wait.
 */
export function turnQueue(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const goOn = (): void => {
    waiting.shift()!()
    if (waiting.length > 0) setImmediate(goOn)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(goOn)
    })
}

/**
 * Continues in a separate turn of the event loop. Another caller's call takes some ten turns. The queue is shared by the process, as
 * its event loop is: work of callers that are not authenticated MUST have another one.
 */
export const ownTurn = turnQueue()

const HELD_MS = 5
