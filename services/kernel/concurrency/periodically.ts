import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../logging/log.ts'

/** A job that is done again and again. */
type Periodic = {
  /** From the end of one run to the beginning of the next. */
  everyMs: number
  /** The signal says that the job is stopped. */
  run(signal: AbortSignal): Promise<unknown>
  log: Log
  /** What the log says of a run that failed. The next run comes all the same. */
  failed: string
  /** Also at the start, and not only after the first time. */
  atOnce?: boolean
  /** How long a stop waits for a run that does not end; without it, until it has ended. */
  stopMs?: number
}

/** Does a job until it is stopped. Two runs never overlap, and nothing of them keeps the process running. */
export function periodically(job: Periodic): { stop(): Promise<void> } {
  const { everyMs, log, failed, atOnce = false, stopMs } = job
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async (): Promise<void> => {
    if (!atOnce) await pause(everyMs, signal)
    for (; !signal.aborted; await pause(everyMs, signal))
      try {
        await job.run(signal)
      } catch (err) {
        // After a stop, failures are expected: what the job uses is being closed.
        if (!signal.aborted) log.warn({ err }, failed)
      }
  }
  const working = work()
  return {
    stop: async () => {
      stopping.abort()
      await (stopMs === undefined
        ? working
        : Promise.race([working, sleep(stopMs, undefined, { ref: false })]))
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}
