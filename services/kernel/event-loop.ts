import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Shares the event loop: what works through many items calls this before each of them. It gives the loop to everything
 * else that waits once the work has held it for 10 ms.
 */
export function eventLoopShare(): () => Promise<void> | undefined {
  let since = performance.now()
  const giveWay = async (): Promise<void> => {
    await nextTurn()
    since = performance.now()
  }
  return () => (performance.now() - since > HELD_MS ? giveWay() : undefined)
}

const HELD_MS = 10
