import type { Clock } from '../../../services/kernel/clock.ts'
import { isoTime } from '../../../services/kernel/values/time.ts'
import type { Copy } from './copy.ts'
import type { Finding } from './mirror.ts'

/**
 * Since when a copy has this size; from now on, where it does not say so. A checkpoint has no time: an answer that somebody between keeps for
 * ever, and a log that is shown to one reader as it was, cannot be told from a log without calls otherwise.
 */
export async function unchangedSince(copy: Copy, size: number, clock: Clock): Promise<Date> {
  const [, noted, time] = /^(\d+) (\S+)\n$/.exec((await copy.read(NOTE))?.toString() ?? '') ?? []
  const now = clock.now()
  const at = new Date(time ?? Number.NaN)
  if (Number(noted) === size && at <= now) return at
  await copy.write(NOTE, Buffer.from(`${size} ${isoTime(now)}\n`))
  return now
}

/** A problem where the log shows no new entry for longer than it may. */
export function staleSince(since: Date, size: number, clock: Clock, staleAfterMs: number): Finding[] {
  if (staleAfterMs === 0 || clock.now().getTime() - since.getTime() <= staleAfterMs) return []
  return [{ code: 'log_stale', message: `the log shows no entry beyond its ${size} since ${isoTime(since)}` }]
}

/** How long a log may show no new entry; 0: for ever. */
export type Patience = { clock: Clock; staleAfterMs: number }

/** No file of the log: the size, and since when. */
const NOTE = '.unchanged'
