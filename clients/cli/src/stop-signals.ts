import { constants } from 'node:os'

/**
 * Calls `stop` when the process is asked to end. The same request comes twice where npm runs the command in a terminal: Ctrl-C goes to
 * both, and npm passes it on. So a signal soon after the first one is passed over, and one that comes later ends the process at once.
 *
 * @returns ends the listening
 */
export function onStopSignal(stop: () => void): () => void {
  let first: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now()
    if (first === undefined) stop()
    else if (now - first > SAME_REQUEST_MS) process.exit(128 + constants.signals[signal])
    first ??= now
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

/** SIGHUP comes where the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const SAME_REQUEST_MS = 2000
