import type { Clock } from '../../../services/kernel/clock.ts'
import { isoTime } from '../../../services/kernel/values/time.ts'
import type { Copy } from './copy.ts'
import type { Finding } from './finding.ts'

/**
 * Returns the time at which the copy reached this size: from a note in the copy, or now if there is none. A checkpoint has no
 * time. Without this note, a log that is frozen for one reader looks like a log without new entries.
 */
export async function unchangedSince(copy: Copy, size: number, clock: Clock): Promise<Date> {
  const [, noted, time] = /^(\d+) (\S+)\n$/.exec((await copy.read(NOTE))?.toString() ?? '') ?? []
  const now = clock.now()
  const at = new Date(time ?? Number.NaN)
  if (Number(noted) === size && at <= now) return at
  await copy.write(NOTE, Buffer.from(`${size} ${isoTime(now)}\n`))
  return now
}

/** Returns a finding if the log has had no new entry for longer than it may. */
export function staleSince(since: Date, size: number, clock: Clock, staleAfterMs: number): Finding[] {
  if (staleAfterMs === 0 || clock.now().getTime() - since.getTime() <= staleAfterMs) return []
  return [{ code: 'log_stale', message: `the log shows no entry beyond its ${size} since ${isoTime(since)}` }]
}

/** The time for which a log may show no new entry; 0: for ever. */
export type StaleLimit = { clock: Clock; staleAfterMs: number }

/** A note that is not part of the log: the size of the copy, and the time at which the copy reached this size. */
const NOTE = '.unchanged'
