import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../logging/log.ts'

/** A job that runs again and again. */
type Periodic = {
  /** The time from the end of one run to the beginning of the next. */
  everyMs: number
  /** Does the work. The signal aborts when the job is stopped. */
  run(signal: AbortSignal): Promise<unknown>
  log: Log
  /** The log message for a failed run. The next run takes place anyway. */
  failed: string
  /** Whether the first run is at the start, and not only after `everyMs`. */
  atOnce?: boolean
  /** How long a stop waits for a run in progress; absent: until the run has ended. */
  stopMs?: number
}

/** Runs a job until it is stopped. Two runs never overlap, and the job does not keep the process running. */
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
        // Failures after a stop are expected, because the resources of the job are being closed.
        if (!signal.aborted) log.warn({ err }, failed)
      }
  }
  const working = work()
  return {
    stop: async () => {
      stopping.abort()
      await (stopMs === undefined ? working : endedWithin(stopMs, working))
    },
  }
}

/** Resolves once the work has ended, or after this time at the latest. The wait does not keep the process running. */
export async function endedWithin(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(ms, undefined, { ref: false })])
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}
