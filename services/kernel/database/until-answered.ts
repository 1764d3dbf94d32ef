import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError, Reason } from '../errors/errors.ts'
import { type Log, silentLog } from '../logging/log.ts'

/** How long a start waits for a database that takes connections and does not answer them. */
export type DatabaseWait = {
  /** Counted from the first attempt. 0: one attempt. */
  seconds: number
  log: Log
  /** Ends the waiting. */
  signal?: AbortSignal | undefined
}

/** Reads ATTESTRY_DATABASE_WAIT_SECONDS (0 to 3,600; 120). @throws DomainError VALIDATION */
export function readDatabaseWaitSeconds(env: NodeJS.ProcessEnv): number {
  const text = env.ATTESTRY_DATABASE_WAIT_SECONDS || '120'
  if (!/^\d{1,4}$/.test(text) || Number(text) > 3600)
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_DATABASE_WAIT_SECONDS must be from 0 to 3600')
  return Number(text)
}

/** One attempt. */
export const NO_WAIT: DatabaseWait = { seconds: 0, log: silentLog }

/**
 * Tries again while the database does not answer, for example on a busy machine. Any other failure is thrown at once, such as a
 * refused connection or an unknown host name.
 *
 * @param elapsed milliseconds, unaffected by changes of the clock
 * @throws the error of the last attempt
 */
export async function untilAnswered<T>(
  { seconds, log, signal }: DatabaseWait,
  attempt: () => Promise<T>,
  elapsed: () => number = () => performance.now(),
): Promise<T> {
  for (let waitedMs = 0; ; ) {
    const from = elapsed()
    try {
      return await attempt()
    } catch (error) {
      // Time for which the process was suspended does not count: an attempt counts ATTEMPT_MS at most.
      waitedMs += Math.min(elapsed() - from, ATTEMPT_MS)
      if (!isSilence(error) || waitedMs >= seconds * 1000 || signal?.aborted) throw error
      const waited = Math.round(waitedMs / 1000)
      log.warn({ waited, limit: seconds }, 'PostgreSQL does not answer; trying again')
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
      if (signal?.aborted) throw error
      waitedMs += PAUSE_MS
    }
  }
}

/** Whether a timeout ended the attempt, rather than an answer of the database or the network. */
function isSilence(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) if (SILENCE.has(e.message)) return true
  return false
}

/** The errors of pg and pg-pool after `connectionTimeoutMillis` and `query_timeout`. */
const SILENCE: ReadonlySet<string> = new Set([
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
])

/** How long one attempt counts at most: the time limit of a connection. */
const ATTEMPT_MS = 10_000
const PAUSE_MS = 500
