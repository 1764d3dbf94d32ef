import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Wraps a check that many may ask for. One runs at a time, and the next one begins after a pause. Calls during a check share it and
 * its result, and so do calls during the pause before it. This bounds what the checks cost.
 *
 * @param pause waits after a check, whether or not it failed
 */
export function singleFlight<T>(
  ask: () => Promise<T>,
  pause: () => Promise<unknown> = () => sleep(PAUSE_MS, undefined, { ref: false }),
): () => Promise<T> {
  let paused: Promise<unknown> = Promise.resolve()
  let underWay: Promise<T> | undefined
  return () => {
    underWay ??= paused.then(ask).finally(() => {
      paused = pause()
      underWay = undefined
    })
    return underWay
  }
}

const PAUSE_MS = 100
