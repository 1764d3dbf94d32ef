import { constants } from 'node:os'

/**
 * Calls `stop` at the first signal to end the process. A second signal within two seconds is ignored, and a later one ends the
 * process at once. The second one may be the same request: where npm runs the command in a terminal, Ctrl-C goes to both, and npm
 * passes it on.
 *
 * @returns a function that stops listening for signals
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

/** SIGHUP comes when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const SAME_REQUEST_MS = 2000
