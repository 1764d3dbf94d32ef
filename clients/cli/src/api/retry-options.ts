import { duration } from '../command/duration.ts'
import { usage } from '../command/exit-codes.ts'
import { log } from '../command/log.ts'
import type { RetryPolicy } from './rest.ts'

/** Reads `--retries` and `--timeout`. @param values those that are given, over the command's own @throws Failure usage */
export function retryOptions({ retries, timeout }: { retries: string; timeout: string }): RetryPolicy {
  if (!/^\d{1,3}$/.test(retries)) throw usage('--retries: a whole number from 0 to 999')
  const timeoutMs = duration('--timeout', timeout)
  if (timeoutMs === 0) throw usage('--timeout: must be more than zero')
  return { retries: Number(retries), timeoutMs, log }
}
